package org.gpucomm.server.web;

/** Lack of space for an upload: HTTP 507. */
public final class InsufficientStorage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InsufficientStorage(String message) {
        super(message);
    }
}
