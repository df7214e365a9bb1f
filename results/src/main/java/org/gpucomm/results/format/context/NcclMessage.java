package org.gpucomm.results.format.context;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A line of the library's own log: {@code host:pid:tid [dev] NCCL INFO text}, with the time in front in newer builds.
 *
 * @param warning whether the level is WARN
 */
record NcclMessage(boolean warning, String text) {

    private static final String INFO = " INFO ";
    private static final String WARN = " WARN ";

    private static final String ARROW = " -> ";
    private static final Pattern NOT_WORKED = Pattern
            .compile("(?i)unable|fail|error|invalid|could ?n.t|could not|can ?not"
                    + "|can't|timed? ?out|unreachable|no route|refused|no such|duplicate|mismatch|closed|wrong|no socket|insufficient"
                    + "|unsupported|no space|neither");
    private static final Pattern FAILED_CALL = Pattern
            .compile("CCL INFO (?:\\S+/)?\\w+\\.(?:cc|cu|cpp|c|h|hpp):\\d+ -> [1-9]");

    static @Nullable NcclMessage in(String line) {
        int at = line.indexOf("CCL");
        while (at > 0) {
            char first = line.charAt(at - 1);
            if (first == 'N' || first == 'R') {
                if (line.startsWith(INFO, at + 3)) {
                    return new NcclMessage(false, line.substring(at + 3 + INFO.length()).strip());
                }
                if (line.startsWith(WARN, at + 3)) {
                    return new NcclMessage(true, line.substring(at + 3 + WARN.length()).strip());
                }
            }
            at = line.indexOf("CCL", at + 3);
        }
        return null;
    }

    static boolean isFailedCall(String line) {
        for (int arrow = line.indexOf(ARROW); arrow > 0; arrow = line.indexOf(ARROW, arrow + 1)) {
            // most arrows of a long log follow a bracket: 3[3] -> 4[4]
            if (Character.isDigit(line.charAt(arrow - 1))) {
                return FAILED_CALL.matcher(line).find();
            }
        }
        return false;
    }

    /** Returns whether the line warns that something did not work, which may be why the run fails later. */
    boolean isOfTrouble() {
        return warning && NOT_WORKED.matcher(text).find();
    }

    /**
     * Returns a description of a warning that precedes the end of a program; most warnings are only advice.
     *
     * @return null if the line is not a failure
     */
    @Nullable
    String failure() {
        if (text.contains("Abort COMPLETE")) {
            return "the library aborted its communicator";
        }
        boolean fails = warning && (text.contains("Cuda failure") || text.contains("CUDA failure")
                || text.contains("HIP failure") || text.contains("Call to") && text.contains("failed")
                || text.contains("unhandled") || text.contains("Watchdog") || text.contains("timed out")
                || text.contains("Got completion ") || text.contains("Connection closed")
                || text.contains("remote process exited") || text.contains("Mismatched")
                || text.contains("Duplicate GPU") || text.contains("no socket interface found"));
        return fails ? "the library warns of a failure" : null;
    }
}
