package org.gpucomm.server.backup;

/** A backup or a database with which nothing can be done; its message says why. */
final class Unfit extends Exception {

    private static final long serialVersionUID = 1L;

    Unfit(String message) {
        super(message);
    }
}
