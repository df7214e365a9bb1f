package org.gpucomm.results.format.context;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Secrets;

/** Commands that start benchmarks, as shown by shells, launchers and documents. */
final class CommandLine {

    /** Name of a program, with the characters that may stand before and behind it. */
    private static final Pattern PROGRAM = Pattern.compile("(?<=^|[ \\t/'\"=\\[])(?:"
            + "\\w+_perf|osu_\\w+|ib_\\w+|fi_\\w+|nvbandwidth|ucx_perftest|jacobi|\\w*(?:alltoall|put|get)_(?:bw|latency)\\w*|test_\\w+\\.py"
            + "|IMB-[A-Z]\\w+|nixlbench|nccom-test|TransferBench|rocm[-_]bandwidth[-_]test|p2pBandwidthLatencyTest"
            + "|ucc_perftest|all_reduce_bench\\.py|[\\w-]+-loop\\.py"
            + ")(?=[ \\t'\",\\\\;|&]|\\z)");
    /** Parts, one of them in each program name; most lines of a long log have none. */
    private static final List<String> PARTS = List.of("_perf", "osu_", "ib_", "fi_", "_bw", "_latency", "test_",
            "nvbandwidth", "jacobi", "IMB-", "nixlbench", "nccom-test", "TransferBench", "rocm-bandwidth",
            "rocm_bandwidth", "p2pBandwidth", "all_reduce_bench.py", "-loop.py");
    /** Programs that build, copy and list benchmarks without starting them. */
    private static final Set<String> BUILDERS = Set.of("Compiling", "Linking", "Copying", "Grabbing", "make", "nvcc",
            "gcc",
            "g++", "hipcc", "cp", "mv", "rm", "ls", "cat", "COPY", "ADD", "install", "ln", "chmod", "which", "file",
            "ldd",
            "-rwxr-xr-x", "Collective", "[100%]", "ninja:", "USAGE:", "Usage:");
    /** {@code --token abc}, {@code --hf-token=abc}, and a Python list: {@code '--token', 'abc'}. */
    private static final Pattern OPTION = Pattern.compile(
            "(?<![\\w-])(--?([A-Za-z][\\w.-]*))(=|\\s+(?!-)|['\"]\\s*,\\s*['\"](?!-))('[^']*'|\"[^\"]*\"|[^\\s'\"]+)");
    private static final Pattern SECRET_WORD = Pattern.compile(
            "\\w*(?:password|passwd|passphrase|token|secret|credentials?|apikey|accesskey|bearer|cookie)|key|auth|authorization",
            Pattern.CASE_INSENSITIVE);
    /** Words that make an option with a number a count, a length or an index: {@code --num-token 4096}, {@code --key-size 2048}. */
    private static final Set<String> COUNTING = Set.of("num", "number", "n", "max", "min", "per", "id", "count", "size",
            "length", "len", "limit", "bits", "batch", "tokens");
    private static final Pattern SHORT_NUMBER = Pattern.compile("\\d{1,9}");
    /** A word outside addresses and without a name, which are checked separately. */
    private static final Pattern WORD = Pattern.compile("(?<![^\\s'\",])[\\w.-]{8,}(?![^\\s'\",])");
    private static final Pattern ASSIGNMENT = Pattern
            .compile("(?<![\\w-])([A-Za-z_][A-Za-z0-9_]*)=('[^']*'|\"[^\"]*\"|\\S*)");
    private static final Pattern USER_OF_URL = Pattern.compile("://[^/\\s@]+@");

    private CommandLine() {}

    static boolean isOne(String line) {
        if (!namesProgram(line)) {
            return false;
        }
        var words = line.strip().split("\\s+", 4);
        int first = words[0].equals("+") || words[0].equals("$") || words[0].equals("#") || words[0].equals(">")
                ? 1
                : 0;
        return words.length > first && !BUILDERS.contains(words[first]) && !line.contains("test concluded")
                && !line.contains("test starting");
    }

    private static boolean namesProgram(String line) {
        for (var part : PARTS) {
            if (line.contains(part)) {
                return PROGRAM.matcher(line).find();
            }
        }
        return false;
    }

    /** Returns the line with passwords, tokens, keys and similar secrets hidden. */
    static String withoutSecrets(String line) {
        var shown = OPTION.matcher(line.strip()).replaceAll(found -> Matcher.quoteReplacement(
                isSecret(found.group(2), found.group(4))
                        ? found.group(1) + found.group(3) + Secrets.HIDDEN
                        : found.group()));
        shown = WORD.matcher(shown).replaceAll(found -> Matcher.quoteReplacement(
                Environment.isSecret("", found.group()) ? Secrets.HIDDEN : found.group()));
        shown = USER_OF_URL.matcher(shown).replaceAll("://" + Secrets.HIDDEN + "@");
        return ASSIGNMENT.matcher(shown).replaceAll(found -> Matcher.quoteReplacement(
                Environment.isSecret(found.group(1), found.group(2)) && !isCount(found.group(1), found.group(2))
                        ? found.group(1) + "=" + Secrets.HIDDEN
                        : found.group()));
    }

    /** Returns whether the option's name or the value itself is a secret; assignments within the value are checked separately. */
    private static boolean isSecret(String option, String value) {
        boolean named = Stream.of(option.split("[-_.]")).anyMatch(word -> SECRET_WORD.matcher(word).matches());
        return named && !isCount(option, value) || value.indexOf('=') < 0 && Environment.isSecret("", value);
    }

    /** Returns whether the value is a count: a number of tokens is not a token. */
    private static boolean isCount(String name, String value) {
        return SHORT_NUMBER.matcher(value).matches()
                && Stream.of(name.split("[-_.]")).anyMatch(word -> COUNTING.contains(word.toLowerCase(Locale.ROOT)));
    }
}
