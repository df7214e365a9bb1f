package org.gpucomm.results.format.unpack;

import java.io.IOException;

/** Failure to read the upload's bytes themselves, from a disk or a network, as distinct from damaged bytes. */
final class SourceFailed extends IOException {

    private static final long serialVersionUID = 1L;

    SourceFailed(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
