package org.gpucomm.results.format.nccltests;

/** NCCL_VERSION of nccl.h: 1000·major + 100·minor + patch up to 2.8, 10000·major + 100·minor + patch since. */
final class NcclVersion {

    private NcclVersion() {}

    static String text(int code) {
        int unit = code < 10_000 ? 1000 : 10_000;
        return code / unit + "." + code % unit / 100 + "." + code % 100;
    }
}
