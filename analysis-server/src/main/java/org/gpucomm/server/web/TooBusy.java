package org.gpucomm.server.web;

/** So many ask at once that this one was not begun in the time that an answer may take. It is answered 503. */
final class TooBusy extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooBusy() {
        super("More is asked of this server at once than it can answer in time. Nothing is wrong with it; ask again in a while.");
    }
}
