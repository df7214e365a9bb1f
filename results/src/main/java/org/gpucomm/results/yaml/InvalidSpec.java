package org.gpucomm.results.yaml;

/** Error about an invalid value in a file. The message names file, line and key, and the allowed values. */
public final class InvalidSpec extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidSpec(String message) {
        super(message);
    }
}
