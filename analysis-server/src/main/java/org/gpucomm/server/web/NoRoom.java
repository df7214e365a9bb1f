package org.gpucomm.server.web;

/** The server has no room for what is sent: 507. */
public final class NoRoom extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NoRoom(String message) {
        super(message);
    }
}
