package org.gpucomm.runner.ffi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** NCCL's reductions with the codes of {@code nccl.h} and the names of nccl-tests. */
public enum NcclReduction {
    SUM(0, 0),
    PROD(1, 0),
    MAX(2, 0),
    MIN(3, 0),
    AVG(4, 21000),
    /** Each rank's values times a factor of that rank, then the sum; made by {@code ncclRedOpCreatePreMulSum}. */
    MULSUM(5, 21100);

    private final int code;
    private final int since;

    NcclReduction(int code, int since) {
        this.code = code;
        this.since = since;
    }

    /** As nccl-tests prints it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int code() {
        return code;
    }

    /** @param version as {@code ncclGetVersion} tells it: 22803 */
    public boolean isIn(int version) {
        return version >= since;
    }

    public static Optional<NcclReduction> ofText(String text) {
        return Arrays.stream(values()).filter(reduction -> reduction.text().equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(NcclReduction::text).toList();
    }
}
