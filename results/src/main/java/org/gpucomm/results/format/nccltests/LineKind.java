package org.gpucomm.results.format.nccltests;

/**
 * Kind of a line of nccl-tests' output other than a row, in the order in which a program prints them: a kind that has already passed
 * belongs to the next run. Comment marks are optional, because people's notes often lose them.
 */
enum LineKind {
    /** {@code # nccl-tests version 2.17.6 nccl-headers=22807 nccl-library=22807} */
    VERSION,
    /** {@code # Collective test starting: all_reduce_perf} */
    PROGRAM,
    /** {@code # nThread 1 nGpus 1 minBytes 8 maxBytes 134217728 step: 2(factor) …} */
    PARAMETERS,
    /** {@code # Using devices} */
    DEVICES,
    /** {@code #  Rank  0 Group  0 Pid   4100 on     node-a device  0 [0000:1b:00] NVIDIA H100 80GB HBM3} */
    RANK,
    /** {@code # out-of-place in-place} */
    PLACEMENTS,
    /** {@code # size count type redop root time algbw busbw #wrong …} */
    HEADER,
    /** {@code # (B) (elements) (us) (GB/s) (GB/s) …} */
    UNITS,
    /** {@code # Out of bounds values : 0 OK} */
    OUT_OF_BOUNDS,
    /** {@code # Avg bus bandwidth    : 16.3771}, the last line of a complete table. */
    AVERAGE,
    /** {@code # Collective test concluded: all_reduce_perf} */
    CONCLUDED,
    /** Only a comment mark. */
    MARK,
    /** Settings, notices and statistics between the other kinds. */
    DETAIL,
    /** {@code node-a: Test NCCL failure common.cu:958 …} */
    FAILURE,
    /** Not a line of nccl-tests. */
    FOREIGN;

    /** Usual positions of words in a line of a rank. */
    static final int ON = 6;
    static final int DEVICE = 8;

    /** Returns whether the first letter can begin a run or a row; most lines of a log begin with another. */
    static boolean mayBegin(String text) {
        int i = 0;
        while (i < text.length() && " \t#".indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i < text.length() && "ngCURoisbctN-0123456789".indexOf(text.charAt(i)) >= 0
                || text.indexOf(',') >= 0 && text.contains("busbw");
    }

    static LineKind of(LineWords words) {
        if (words.isEmpty()) {
            return words.commented() ? MARK : FOREIGN;
        }
        var kind = byFirstWord(words);
        if (kind != FOREIGN) {
            return kind;
        }
        return isFailure(words.line()) ? FAILURE : FOREIGN;
    }

    /** Returns whether a run can begin with this line: any part of the banner may be the first in an excerpt. */
    boolean begins() {
        return compareTo(HEADER) <= 0;
    }

    static boolean isFailure(String text) {
        int at = text.indexOf("Test ");
        return at >= 0 && (text.startsWith("Test NCCL failure", at) || text.startsWith("Test CUDA failure", at)
                || text.startsWith("Test failure", at) || text.startsWith("Test timeout", at));
    }

    private static LineKind byFirstWord(LineWords words) {
        if (words.is(0, "Rank")) { // first, because these lines are frequent
            return words.isCount(1) && words.indexOf("on", ON) > 0 && words.indexOf("device", DEVICE) > 0
                    ? RANK
                    : FOREIGN;
        }
        return switch (words.get(0)) {
            // gpucomm's own benchmarks print the same table
            case "nccl-tests", "gpucomm" -> words.is(1, "version") ? VERSION : FOREIGN;
            case "rccl-tests:" -> words.is(1, "Version") ? DETAIL : FOREIGN;
            case "Collective" -> collective(words);
            case "nThread", "nThread:", "nThreads", "nThreads:" ->
                words.startsWith(2, "nGpus") ? PARAMETERS : FOREIGN;
            case "Using" -> words.is(1, "devices") && words.count() == 2 ? DEVICES : FOREIGN;
            case "out-of-place" -> words.count() == 1 || words.count() == 2 && words.is(1, "in-place")
                    ? PLACEMENTS
                    : FOREIGN;
            case "in-place" -> words.count() == 1 ? PLACEMENTS : FOREIGN;
            case "size", "bytes", "count", "N", "type" -> TableLayout.isHeader(words) ? HEADER : FOREIGN;
            case "(B)", "(bytes)" -> words.contains("(GB/s)") ? UNITS : FOREIGN;
            case "Out" -> words.is(1, "of") && words.is(2, "bounds") ? OUT_OF_BOUNDS : FOREIGN;
            case "Avg" -> words.is(1, "bus") && words.is(2, "bandwidth") ? AVERAGE : FOREIGN;
            default -> words.commented() && isDetail(words) ? DETAIL : FOREIGN;
        };
    }

    private static LineKind collective(LineWords words) {
        if (!words.is(1, "test")) {
            return FOREIGN;
        }
        return words.is(2, "starting:") ? PROGRAM : words.is(2, "concluded:") ? CONCLUDED : FOREIGN;
    }

    private static boolean isDetail(LineWords words) {
        return switch (words.get(0)) {
            case "Blocking", "Parallel" -> words.startsWith(words.is(1, "Init") ? 2 : 1, "Enabled");
            case "Per-Iteration" -> words.startsWith(1, "Report");
            case "Reducing" -> words.is(1, "maxBytes");
            case "GPU" -> words.is(1, "memory");
            case "Writing", "skipping" -> words.line().contains("JSON") || words.line().contains("json");
            case "error:" -> true;
            case "Errors" -> words.is(1, "with") && words.is(2, "asterisks");
            case "Testing" -> words.startsWith(2, "cycle");
            case "Network" -> words.is(1, "counter");
            default -> false;
        };
    }
}
