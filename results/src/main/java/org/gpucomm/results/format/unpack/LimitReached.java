package org.gpucomm.results.format.unpack;

import java.io.IOException;

/** The upload unpacks to more than is allowed. The message says to what; nothing more is read of it. */
public final class LimitReached extends IOException {

    private static final long serialVersionUID = 1L;

    LimitReached(String message) {
        super(message);
    }
}
