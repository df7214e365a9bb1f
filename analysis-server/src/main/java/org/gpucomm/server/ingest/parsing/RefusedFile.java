package org.gpucomm.server.ingest.parsing;

/** Refusal to import a file that was recognised. The message is for its owner. */
public final class RefusedFile extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedFile(String message) {
        super(message);
    }
}
