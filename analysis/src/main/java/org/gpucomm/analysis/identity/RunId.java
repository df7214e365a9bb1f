package org.gpucomm.analysis.identity;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Id of a run in the HTTP interface: {@code <upload id>-<number>}. */
public record RunId(String upload, int section) {

    private static final Pattern PATTERN = Pattern.compile("([0-9a-f]{16})-([0-9]{1,9})");

    public static Optional<RunId> of(String text) {
        var matcher = PATTERN.matcher(text);
        return matcher.matches()
                ? Optional.of(new RunId(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** @throws BadParameter if a text is not the id of a run */
    public static List<RunId> parse(Collection<String> texts) {
        return texts.stream().map(text -> of(text).orElseThrow(() -> new BadParameter(
                "run must be the id of a run, such as 0123456789abcdef-1, was '" + text + "'"))).toList();
    }

    @Override
    public String toString() {
        return upload + "-" + section;
    }
}
