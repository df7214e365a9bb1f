package org.gpucomm.results.format.context;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A line of the library's own log: {@code host:pid:tid [dev] NCCL INFO text}, with the time in front in newer builds.
 *
 * @param warning whether the level is WARN
 */
record NcclMessage(boolean warning, String text) {

    private static final Pattern BEGIN = Pattern.compile("[NR]CCL (INFO|WARN) ");
    private static final Pattern NOT_WORKED = Pattern
            .compile("(?i)unable|fail|error|invalid|could ?n.t|could not|can ?not"
                    + "|can't|timed? ?out|unreachable|no route|refused|no such|duplicate|mismatch|closed|wrong|no socket|insufficient"
                    + "|unsupported|no space|neither|not (?:supported|found|compatible|available|in a group)|truncated|too (?:many|small|large)"
                    + "|no algorithm|already checked|corrupt|inconsisten|exceed|expected|exhausted|remote rails");
    private static final Pattern FAILED_CALL = Pattern
            .compile("CCL INFO (?:\\S+/)?\\w+\\.(?:cc|cu|cpp|c|h|hpp):\\d+ (?:\\(\\w+\\) )?-> [1-9]");

    static @Nullable NcclMessage in(String line) {
        int at = line.indexOf("CCL "); // faster than to search for the pattern, in each of the million lines of a debug log
        var begin = BEGIN.matcher(line).region(Math.max(at - 1, 0), line.length());
        return at > 0 && begin.find()
                ? new NcclMessage(begin.group(1).equals("WARN"), line.substring(begin.end()).strip())
                : null;
    }

    static boolean isFailedCall(String line) {
        // The arrows of channels, 0[0] -> 1[1], fill debug logs.
        int arrow = line.indexOf(" -> ");
        return arrow > 0 && line.charAt(arrow - 1) != ']' && FAILED_CALL.matcher(line).find();
    }

    /** Returns whether the line reports that something did not work, which may be why the run fails later. */
    boolean isOfTrouble() {
        return warning
                ? NOT_WORKED.matcher(text).find()
                : text.contains("exceeds device/fn maxSharedMem")
                        || text.contains("connect returned No route to host");
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
                || text.contains("completed with error") || Failure.origin(text) >= 0
                || text.contains("Duplicate GPU") || text.contains("no socket interface found"));
        return fails ? "the library warns of a failure" : null;
    }
}
