package org.gpucomm.server.ingest.parsing;

/** A file that was recognised and is not imported all the same. The message is for the person who owns it. */
public final class RefusedFile extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedFile(String message) {
        super(message);
    }
}
