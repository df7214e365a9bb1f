package org.gpucomm.runner.rig;

import org.gpucomm.runner.ffi.Availability;

/** Something that no option can mend is not here: a library, a device. */
public final class MissingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MissingException(String message) {
        super(message);
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
