package org.gpucomm.server.web;

/** This class holds what is asked for collides with what is there: 409. */
public final class Conflict extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Conflict(String message) {
        super(message);
    }
}
