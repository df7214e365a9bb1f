package org.gpucomm.server.ingest.parsing;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.results.format.Formats;
import org.jspecify.annotations.Nullable;

/**
 * Versions of the formats, and of what the server itself makes of their entries, by which a reading was made: {@code nccl-tests/5 osu/2
 * import/2}.
 */
public final class ReadingVersion {

    /** Changes when the server makes something else of the same entries. */
    private static final String IMPORT = "import";
    private static final int IMPORT_VERSION = 3;

    private ReadingVersion() {}

    public static String current() {
        return Formats.version() + " " + IMPORT + "/" + IMPORT_VERSION;
    }

    /**
     * Returns whether a file could be read otherwise now: one of its own formats has another version, or the server
     * has. A file in which nothing was found may be of a format that is new.
     *
     * @param earlier what made its reading
     * @param formats ids of the formats that were found in it, as its reading has them; null = none
     */
    public static boolean isOutdated(String earlier, @Nullable String formats) {
        if (earlier.equals(current())) {
            return false;
        }
        if (formats == null || formats.isBlank()) {
            return true;
        }
        var then = versions(earlier);
        var now = versions(current());
        return Stream.concat(Stream.of(IMPORT), Stream.of(formats.split(", ")))
                .anyMatch(id -> !then.containsKey(id) || !then.get(id).equals(now.get(id)));
    }

    /**
     * Returns whether a newer server made a reading, so that this one must leave it alone: something has a higher number there, or
     * is not known here, and nothing has a lower one. A server that drops a format raises its own number, that of
     * {@code import}; readings without one are older than that number.
     */
    public static boolean isFromNewer(String other) {
        var there = versions(other);
        var here = versions(current());
        return there.containsKey(IMPORT)
                && there.entrySet().stream().noneMatch(each -> compare(each.getValue(), here.get(each.getKey())) < 0)
                && there.entrySet().stream().anyMatch(each -> compare(each.getValue(), here.get(each.getKey())) > 0);
    }

    private static int compare(String there, @Nullable String here) {
        return here == null ? 1 : Integer.compare(Integer.parseInt(there), Integer.parseInt(here));
    }

    private static Map<String, String> versions(String text) {
        var versions = new HashMap<String, String>();
        for (var word : text.split(" ")) {
            int slash = word.lastIndexOf('/');
            if (slash > 0 && word.substring(slash + 1).matches("\\d{1,9}")) {
                versions.put(word.substring(0, slash), word.substring(slash + 1));
            }
        }
        return versions;
    }
}
