package org.gpucomm.runner.rig;

import org.gpucomm.runner.ffi.Availability;

/** Something that no option can mend is not here: a library, a device. */
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

    /** Returns that a family is between GPUs, and this host has none to be between. */
    public static MissingException ofGpus(String family, int here) {
        return new MissingException(family + " is between GPUs, and this host shows " + here, true);
    }

    /** Whether another family may do with the GPUs that are here. */
    public boolean isOfGpus() {
        return isOfGpus;
    }

    /** Returns the library, or throws with the reasons why it is not here. */
    public static <T> T required(Availability<T> availability) {
        return switch (availability) {
            case Availability.Present<T> present -> present.library();
            case Availability.Absent<T> absent -> throw new MissingException(absent.name() + " cannot be used: "
                    + String.join("; ", absent.reasons()) + ". gpucomm doctor tells more.");
        };
    }
}
