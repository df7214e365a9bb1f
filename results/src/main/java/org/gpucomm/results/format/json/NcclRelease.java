package org.gpucomm.results.format.json;

import java.util.Optional;

import org.gpucomm.results.format.Cells;

/** NCCL_VERSION of nccl.h: 1000·major + 100·minor + patch up to 2.8, 10000·major + 100·minor + patch since. */
final class NcclRelease {

    private NcclRelease() {}

    static Optional<String> of(String code) {
        if (!Cells.isWhole(code) || code.length() > 8) {
            return Optional.empty();
        }
        int number = Integer.parseInt(code);
        int unit = number < 10_000 ? 1000 : 10_000;
        return Optional.of(number / unit + "." + number % unit / 100 + "." + number % 100);
    }
}
