package org.gpucomm.server.web;

/** The server has no room for what is sent: 507. */
public final class NoRoom extends RuntimeException {

    public static final String IN_DATABASE = "The disk of the server's database is full. Its operator must make some room there; "
            + "then send this again.";

    private static final long serialVersionUID = 1L;

    public NoRoom(String message) {
        super(message);
    }
}
