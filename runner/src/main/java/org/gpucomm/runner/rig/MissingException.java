package org.gpucomm.runner.rig;

import org.gpucomm.runner.ffi.Availability;

/** Error of a missing library or device. */
public final class MissingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean isOfGpus;

    public MissingException(String message) {
        this(message, false);
    }

    private MissingException(String message, boolean isOfGpus) {
        super(message);
        this.isOfGpus = isOfGpus;
    }

    /** Returns the error of a family that measures between GPUs on a host with too few of them. */
    public static MissingException ofGpus(String family, int here) {
        return new MissingException(family + " is between GPUs, and this host shows " + here, true);
    }

    /** Returns whether GPUs are missing, so that another family may still run. */
    public boolean isOfGpus() {
        return isOfGpus;
    }

    /** Returns the library, or throws with the reasons why it is absent. */
    public static <T> T required(Availability<T> availability) {
        return switch (availability) {
            case Availability.Present<T> present -> present.library();
            case Availability.Absent<T> absent -> throw new MissingException(absent.name() + " cannot be used: "
                    + String.join("; ", absent.reasons()) + ". Run gpucomm doctor for more.");
        };
    }
}
