package org.gpucomm.runner.proxy;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;

/**
 * Event that a GPU waits for, and of writes what it does before it asks. The numbers are those of {@code native/kernels/proxy.cu}.
 */
enum ProxyRequestMethod {
    /** Posters wait for room in the queue only, and at the end until all is taken. */
    POST("post", "nbi", 0),
    /** Posters see the answer to each request, several of them under way. */
    ANSWERED("answered", "nbi+answered", 1),
    /** Posters wait for each request before the next: quiet after each. */
    BLOCKING("blocking", "blocking", 2),

    /** A quiet after each write. */
    QUIET("quiet", "proxy", 1 | 2),
    /** One quiet at the end. */
    NBI("nbi", "proxy+nbi", 1),
    /** The GPU fills what is written before it asks, and waits for each write. */
    QUIET_FILLED("quiet_filled", "proxy+fill", 1 | 2 | 4),
    /** The GPU fills what is written before it asks, and waits at the end. */
    NBI_FILLED("nbi_filled", "proxy+nbi+fill", 1 | 4),
    /** Filling alone: no write is asked for. */
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

    /** Returns the ways to do an operation, in the order in which they are shown. */
    static List<ProxyRequestMethod> of(Operation operation) {
        return operation == Operation.QUEUE
                ? List.of(POST, ANSWERED, BLOCKING)
                : List.of(QUIET, NBI, QUIET_FILLED, NBI_FILLED, FILL);
    }

    static Optional<ProxyRequestMethod> ofText(String text, Operation operation) {
        return of(operation).stream().filter(method -> method.text.equals(text)).findFirst();
    }

    static List<String> texts(Operation operation) {
        return of(operation).stream().map(each -> each.text).toList();
    }

    /** Returns what the column {@code variant} has. */
    String variant() {
        return variant;
    }

    int number() {
        return number;
    }

    /** Whether a way to write fills the buffer, over as many blocks as the case says. */
    boolean fills() {
        return ordinal() >= QUIET.ordinal() && (number & FILLS) != 0;
    }

    /** Whether a way to write asks for writes. */
    boolean posts() {
        return (number & POSTS) != 0;
    }
}
