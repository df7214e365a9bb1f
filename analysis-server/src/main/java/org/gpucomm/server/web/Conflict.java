package org.gpucomm.server.web;

/** Conflict of a request with stored data: HTTP 409. */
public final class Conflict extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Conflict(String message) {
        super(message);
    }
}
