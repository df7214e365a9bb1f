package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Configuration of a communicator: ncclConfig_t as declared in nccl.h 2.27. The structure contains its own size and version, so that later
 * libraries can read it.
 */
final class NcclConfig {

    /** NCCL version of this structure, in the form of NCCL_VERSION. */
    static final int SINCE = 22700;

    private static final int MAGIC = 0xcafebeef;
    private static final int UNDEFINED = Integer.MIN_VALUE;
    private static final int CTA_POLICY = 60;
    private static final int SIZE = 72;
    /** Offsets of the undefined fields: blocking to maxCTAs, splitShare, trafficClass, collnetEnable to nvlsCTAs. */
    private static final int[] NUMBERS = {16, 20, 24, 28, 40, 44, 56, CTA_POLICY, 64, 68};

    private NcclConfig() {}

    /** Returns a configuration in which only the CTA policy is defined. */
    static MemorySegment of(Arena arena, int ctaPolicy) {
        var config = arena.allocate(SIZE, Long.BYTES);
        config.set(ValueLayout.JAVA_LONG, 0, SIZE);
        config.set(ValueLayout.JAVA_INT, 8, MAGIC);
        config.set(ValueLayout.JAVA_INT, 12, SINCE);
        for (int offset : NUMBERS) {
            config.set(ValueLayout.JAVA_INT, offset, UNDEFINED);
        }
        config.set(ValueLayout.JAVA_INT, CTA_POLICY, ctaPolicy);
        return config;
    }
}
