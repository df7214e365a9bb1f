package org.gpucomm.runner.proxy;

import java.util.List;

import org.gpucomm.results.Operation;

/**
 * Method of requesting: when the GPU waits, and whether it fills the buffer first. The numbers are flags of
 * {@code native/kernels/proxy.cu}.
 */
enum ProxyRequestMethod {
    /** Posters only wait for room in the queue, and at the end until all requests are taken. */
    POST("post", "nbi", 0),
    /** Posters receive an answer to each request, with several requests in flight. */
    ANSWERED("answered", "nbi+answered", 1),
    /** Posters wait for the answer to each request before the next one. */
    BLOCKING("blocking", "blocking", 2),

    /** The GPU waits for each write (quiet). */
    QUIET("quiet", "proxy", 1 | 2),
    /** The GPU waits for all writes at the end. */
    NBI("nbi", "proxy+nbi", 1),
    /** The GPU fills the buffer before each request, and waits for each write. */
    QUIET_FILLED("quiet_filled", "proxy+fill", 1 | 2 | 4),
    /** The GPU fills the buffer before each request, and waits at the end. */
    NBI_FILLED("nbi_filled", "proxy+nbi+fill", 1 | 4),
    /** The GPU fills the buffer, without requesting writes. */
    FILL("fill", "fill", 4);

    private static final int POSTS = 1;
    private static final int FILLS = 4;

    private final String text;
    private final String variant;
    private final int number;

    ProxyRequestMethod(String text, String variant, int number) {
        this.text = text;
        this.variant = variant;
        this.number = number;
    }

    /** Returns the methods of an operation, in display order. */
    static List<ProxyRequestMethod> of(Operation operation) {
        return operation == Operation.QUEUE
                ? List.of(POST, ANSWERED, BLOCKING)
                : List.of(QUIET, NBI, QUIET_FILLED, NBI_FILLED, FILL);
    }

    /** Returns the name, used on the command line. */
    String text() {
        return text;
    }

    /** Returns the value of the column {@code variant}. */
    String variant() {
        return variant;
    }

    int number() {
        return number;
    }

    /** Returns whether a method of writing fills the buffer. */
    boolean fills() {
        return ordinal() >= QUIET.ordinal() && (number & FILLS) != 0;
    }

    /** Returns whether a method of writing requests writes. */
    boolean posts() {
        return (number & POSTS) != 0;
    }
}
