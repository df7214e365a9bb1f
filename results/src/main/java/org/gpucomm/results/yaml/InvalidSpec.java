package org.gpucomm.results.yaml;

/** A file that says something that cannot be meant. The message names file, line and key, and says what is allowed. */
public final class InvalidSpec extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidSpec(String message) {
        super(message);
    }
}
