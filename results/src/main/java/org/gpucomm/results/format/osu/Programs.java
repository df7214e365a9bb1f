package org.gpucomm.results.format.osu;

import java.util.Optional;
import java.util.regex.Pattern;

/** Operation and variant by a program's name, for logs without a banner: {@code osu_iallreduce}, {@code osu_put_bibw}. */
final class Programs {

    private static final Pattern PROGRAM = Pattern.compile("(?:^|[^a-z])osu_(?:xccl_|nccl_)?([a-z_]+[a-z])");

    private Programs() {}

    /** Returns the test named in {@code text}, a command line or a file name; empty if none is. */
    static Optional<OsuBanner> in(String text) {
        var program = PROGRAM.matcher(text);
        return program.find()
                ? OsuBanner.of("# OSU MPI " + title(program.group(1)) + " Test").filter(b -> b.operation() != null)
                : Optional.empty();
    }

    /** Returns the title in the words of a banner. */
    private static String title(String test) {
        return switch (test) {
            case "bw" -> "Bandwidth";
            case "bibw" -> "Bi-Directional Bandwidth";
            case "mbw_mr" -> "Multiple Bandwidth / Message Rate";
            case "multi_lat" -> "Multi Latency";
            case "latency_mt" -> "Multi-threaded Latency";
            case "latency_mp" -> "Multi-process Latency";
            case "put_bibw" -> "Put Bi-directional Bandwidth";
            default -> test.startsWith("i")
                    ? "Non-blocking " + test.substring(1) + " Latency"
                    : test.endsWith("bw") ? test + " Bandwidth" : test + " Latency";
        };
    }
}
