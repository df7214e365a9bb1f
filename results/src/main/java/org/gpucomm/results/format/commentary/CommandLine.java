package org.gpucomm.results.format.commentary;

import java.util.Set;
import java.util.regex.Pattern;

/** Commands that start benchmarks, as shells, launchers and documents show them. */
final class CommandLine {

    private static final Pattern PROGRAM = Pattern.compile(
            "(?:^|[\\s/'\"=\\[])(?:\\w+_perf|osu_\\w+|ib_\\w+|fi_\\w+|nvbandwidth|ucx_perftest|jacobi|\\w*(?:alltoall|put|get)_(?:bw|latency)\\w*|test_\\w+\\.py)(?=[\\s'\",\\\\;|&]|$)");
    /** What builds, copies and lists programs does not start them. */
    private static final Set<String> BUILDERS = Set.of("Compiling", "Linking", "Copying", "Grabbing", "make", "nvcc",
            "gcc",
            "g++", "hipcc", "cp", "mv", "rm", "ls", "cat", "COPY", "ADD", "install", "ln", "chmod", "which", "file",
            "ldd",
            "-rwxr-xr-x", "Collective", "[100%]", "ninja:", "USAGE:", "Usage:");
    private static final Pattern SECRET_OPTION = Pattern.compile(
            "(?i)(--?[\\w-]*(?:password|passwd|token|secret|credential|api-?key|access-?key|auth)[\\w-]*)([= ])('[^']*'|\"[^\"]*\"|\\S+)");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\b([A-Za-z_][A-Za-z0-9_]*)=('[^']*'|\"[^\"]*\"|\\S*)");
    private static final Pattern USER_OF_URL = Pattern.compile("://[^/\\s@]+@");
    private static final String HIDDEN = "[hidden]";

    private CommandLine() {}

    static boolean isOne(String line) {
        // The names of all others have an underscore, which most lines of a long log have not.
        boolean possible = line.indexOf('_') >= 0 || line.contains("nvbandwidth") || line.contains("jacobi");
        if (!possible || !PROGRAM.matcher(line).find()) {
            return false;
        }
        var words = line.strip().split("\\s+", 4);
        int first = words[0].equals("+") || words[0].equals("$") || words[0].equals("#") || words[0].equals(">")
                ? 1
                : 0;
        return words.length > first && !BUILDERS.contains(words[first]) && !line.contains("test concluded")
                && !line.contains("test starting");
    }

    /** The line with passwords, tokens, keys and the like blotted out. */
    static String withoutSecrets(String line) {
        var shown = SECRET_OPTION.matcher(line.strip()).replaceAll("$1$2" + HIDDEN);
        shown = USER_OF_URL.matcher(shown).replaceAll("://" + HIDDEN + "@");
        return ASSIGNMENT.matcher(shown).replaceAll(found -> java.util.regex.Matcher.quoteReplacement(
                Environment.isSecret(found.group(1), found.group(2)) ? found.group(1) + "=" + HIDDEN : found.group()));
    }
}
