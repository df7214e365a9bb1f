package org.gpucomm.results.format;

import java.util.Optional;

/** NCCL_VERSION of nccl.h: 1000·major + 100·minor + patch up to 2.8, 10000·major + 100·minor + patch in later versions. */
public final class NcclVersion {

    /** No release has more digits. */
    private static final int MOST_DIGITS = 8;

    private NcclVersion() {}

    /** Returns the version of a code, for example {@code 2.29.7} for {@code 22907}; empty if the text is not a code. */
    public static Optional<String> ofCode(String code) {
        if (!Cells.isWhole(code) || code.length() > MOST_DIGITS) {
            return Optional.empty();
        }
        return Optional.of(of(Integer.parseInt(code)));
    }

    public static String of(int code) {
        int unit = code < 10_000 ? 1000 : 10_000;
        return code / unit + "." + code % unit / 100 + "." + code % 100;
    }
}
