package org.gpucomm.results.format.nccltests;

import java.io.Serial;

/** A row that cannot be used; the message says why, for the person who owns the file. */
final class DamagedRow extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    DamagedRow(String reason) {
        // a log of a gigabyte may have nothing but damaged rows: no stack trace
        super(reason, null, false, false);
    }
}
