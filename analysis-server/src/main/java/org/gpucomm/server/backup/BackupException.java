package org.gpucomm.server.backup;

/** Unusable backup or database; the message gives the reason. */
final class BackupException extends Exception {

    private static final long serialVersionUID = 1L;

    BackupException(String message) {
        super(message);
    }
}
