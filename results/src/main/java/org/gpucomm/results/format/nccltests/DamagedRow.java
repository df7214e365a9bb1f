package org.gpucomm.results.format.nccltests;

import java.io.Serial;

/** A row that cannot be used; the message gives the reason, for the owner of the file. */
final class DamagedRow extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    DamagedRow(String reason) {
        // a log of a gigabyte may consist of damaged rows, so no stack trace
        super(reason, null, false, false);
    }
}
