package org.gpucomm.server.web;

/** A parameter cannot be used: 400. The message says which one, its value, and what is allowed. */
public final class BadParameter extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadParameter(String message) {
        super(message);
    }
}
