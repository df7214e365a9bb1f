package org.gpucomm.server.web;

/** More bytes than the server accepts: HTTP 413. */
public final class TooLarge extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TooLarge(String message) {
        super(message);
    }
}
