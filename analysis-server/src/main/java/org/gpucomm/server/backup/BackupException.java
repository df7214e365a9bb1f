package org.gpucomm.server.backup;

import java.io.IOException;

/** Unusable backup or database; the message gives the reason. */
final class BackupException extends IOException {

    private static final long serialVersionUID = 1L;

    BackupException(String message) {
        super(message);
    }
}
