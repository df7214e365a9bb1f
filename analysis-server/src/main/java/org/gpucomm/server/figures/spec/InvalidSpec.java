package org.gpucomm.server.figures.spec;

/** A figure spec that cannot be used. The message says which file, line and key, what is wrong, and what is allowed. */
public final class InvalidSpec extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidSpec(String message) {
        super(message);
    }
}
