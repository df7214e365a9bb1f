package org.gpucomm.server.web;

/** There is no such thing: 404. */
public final class NotFound extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotFound(String message) {
        super(message);
    }
}
