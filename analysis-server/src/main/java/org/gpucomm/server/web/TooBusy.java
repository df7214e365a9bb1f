package org.gpucomm.server.web;

/** Too many requests at once: this one did not start within the time that an answer may take. HTTP 503. */
final class TooBusy extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooBusy() {
        super("More is asked of this server at once than it can answer in time. Nothing is wrong with it; ask again in a while.");
    }
}
