package org.gpucomm.server.mcp;

/** A question that is not answered as it was asked. Its message says what is wrong with it. */
final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message);
    }
}
