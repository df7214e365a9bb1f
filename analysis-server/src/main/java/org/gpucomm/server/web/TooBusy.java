package org.gpucomm.server.web;

/** Overload: a request could not start within the time limit for an answer. HTTP 503. */
public final class TooBusy extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooBusy() {
        super("More is asked of this server at once than it can answer in time. Nothing is wrong with it; ask again in a while.");
    }
}
