package org.gpucomm.results.anonymize;

/** Refusal of a file in which names cannot be replaced. The message says what to do. */
public final class UnsupportedLog extends Exception {

    private static final long serialVersionUID = 1L;

    UnsupportedLog(String message) {
        super(message);
    }
}
