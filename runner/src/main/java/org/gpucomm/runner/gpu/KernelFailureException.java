package org.gpucomm.runner.gpu;

import java.time.Duration;

/** Failure that a kernel reported, for example waiting in vain for another GPU or a proxy; see {@code native/kernels/peers.h}. */
public final class KernelFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Word that a kernel writes if the GPU does not support the kernel. */
    private static final long UNSUPPORTED = -1;
    /** GPUCOMM_LOST_PROXY, in the lowest byte of the word. */
    private static final int LOST_PROXY = 2;

    private KernelFailureException(String message) {
        super(message);
    }

    /**
     * Throws if the word reports a failure.
     *
     * @param rank  rank whose GPU wrote the word
     * @param after time that the kernel waited
     */
    static void throwIfAny(long word, int rank, Duration after) {
        if (word == UNSUPPORTED) {
            throw new KernelFailureException(
                    "the GPU of rank " + rank + " cannot do bulk copies: they came with compute capability 9.0");
        }
        if ((word & 0xff) == LOST_PROXY) {
            throw new KernelFailureException(
                    "the GPU of rank " + rank + " waited " + after.toSeconds() + " s for its proxy thread "
                            + (word >>> 8 & 0xffffff) + ", request " + (word >>> 32)
                            + ", in vain: the request did not arrive there, or the answer did not arrive here");
        }
        if (word != 0) {
            throw new KernelFailureException("the GPU of rank " + rank + " waited " + after.toSeconds() + " s for rank "
                    + (word >>> 8 & 0xffffff) + ", number " + (word >>> 32)
                    + ", in vain: what that rank wrote did not arrive, or that rank is stuck");
        }
    }
}
