package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/** The comments above a table: its title, and settings of the run. */
final class LibefaxxBanner {

    private static final Pattern TITLE = Pattern
            .compile("# (?:(?:EFA|IPC|IB|NVLink|GPU|GDR|Proxy|Queue|SHMEM)\\b.*Benchmark.*|Summary: \\w+ Mode.*)");
    private static final Pattern SETTING = Pattern.compile(
            "# (nranks|warmup iters|bench iters|Pattern|iters per run): (.*\\S|)\\s*");

    private static final Pattern FEATURE_WORD = Pattern.compile("[A-Za-z]+");

    private String title = "";
    private String pattern = "";
    private @Nullable Integer ranks;
    private @Nullable Long iterations;

    static boolean isTitle(String line) {
        return line.startsWith("# ") && TITLE.matcher(line).matches();
    }

    static boolean isSetting(String line) {
        return line.startsWith("# ") && line.indexOf(": ") > 0 && SETTING.matcher(line).matches();
    }

    /** Reads a title or a setting. */
    void read(String line) {
        var setting = SETTING.matcher(line);
        if (!setting.matches()) {
            title = line.substring(2).strip();
            return;
        }
        var value = setting.group(2);
        switch (setting.group(1)) {
            case "nranks" -> ranks = value.matches("[1-9]\\d{0,6}") ? Integer.valueOf(value) : null;
            case "bench iters" -> iterations = value.matches("\\d{1,12}") ? Long.valueOf(value) : null;
            case "iters per run" -> {
                var count = value.split(",", 2)[0];
                iterations = count.matches("\\d{1,12}") ? Long.valueOf(count) : null;
            }
            case "Pattern" -> pattern = value;
            default -> {
            }
        }
    }

    /** Returns the operation in the pattern and the title, otherwise in the command or the file name; null if none is named. */
    @Nullable
    Operation operation(String command, String source) {
        var words = (pattern + " " + title).toLowerCase(Locale.ROOT);
        if (words.contains("all-to-all") || words.contains("alltoall") || words.contains("all2all")) {
            return Operation.ALLTOALL;
        }
        if (words.contains("sendrecv") || words.contains("send/recv") || words.contains("<->")) {
            return Operation.SENDRECV;
        }
        if (words.contains("write")) {
            return Operation.WRITE;
        }
        var named = OperationName.in(command).or(() -> OperationName.in(source)).orElse(null);
        var names = (command + " " + source).toLowerCase(Locale.ROOT);
        return named != null ? named : names.contains("write") ? Operation.WRITE : null;
    }

    /** Returns the words of the title that distinguish this table from others with the same groups. */
    List<String> features() {
        var features = new ArrayList<String>();
        for (var feature : List.of("Single", "Multi", "NBI", "Blocking")) {
            if (FEATURE_WORD.matcher(title).results().anyMatch(found -> found.group().equals(feature))) {
                features.add(feature.toLowerCase(Locale.ROOT));
            }
        }
        return features;
    }

    @Nullable
    Integer ranks() {
        return ranks;
    }

    @Nullable
    Long iterations() {
        return iterations;
    }
}
