package org.gpucomm.results.format.unpack;

import java.io.IOException;

/** The upload's bytes themselves cannot be read: a disk, a network. Distinguished from bytes that are damaged. */
final class SourceFailed extends IOException {

    private static final long serialVersionUID = 1L;

    SourceFailed(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
