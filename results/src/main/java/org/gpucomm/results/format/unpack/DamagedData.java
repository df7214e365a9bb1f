package org.gpucomm.results.format.unpack;

import java.io.IOException;

/** Packed bytes that cannot be unpacked from here on. Earlier bytes are correct. */
public final class DamagedData extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedData(String message, Throwable cause) {
        super(message, cause);
    }
}
