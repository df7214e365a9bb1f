package org.gpucomm.results.format.unpack;

/** Count of the bytes read and unpacked so far for one upload. */
final class Budget {

    private final UnpackLimits limits;
    private long packed;
    private long unpacked;
    private int entries;

    Budget(UnpackLimits limits) {
        this.limits = limits;
    }

    /** Counts bytes read from the upload. */
    void read(long bytes) {
        packed += bytes;
    }

    /** Counts bytes unpacked from a layer. */
    void unpack(long bytes) throws LimitReached {
        unpacked += bytes;
        if (unpacked > limits.bytes()) {
            throw new LimitReached("it unpacks to more than " + (limits.bytes() >> 20) + " MiB");
        }
        if (unpacked > limits.free() && unpacked / limits.ratio() > packed) {
            throw new LimitReached("it unpacks to more than " + limits.ratio() + " times its size, as no logs do");
        }
    }

    void entry() throws LimitReached {
        if (++entries > limits.entries()) {
            throw new LimitReached("it has more than " + limits.entries() + " entries");
        }
    }

    boolean tooDeep(int layers) {
        return layers > limits.depth();
    }

    int depth() {
        return limits.depth();
    }
}
