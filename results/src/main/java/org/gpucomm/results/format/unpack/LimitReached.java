package org.gpucomm.results.format.unpack;

import java.io.IOException;

/** Failure of an upload that unpacks to more than is allowed. The message names the limit; no more of the upload is read. */
public final class LimitReached extends IOException {

    private static final long serialVersionUID = 1L;

    LimitReached(String message) {
        super(message);
    }
}
