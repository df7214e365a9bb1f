package org.gpucomm.server.web;

import org.springframework.http.HttpStatus;

/** Refusal of a request, with the status and the detail of the answer. */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;

    private Refused(HttpStatus status, String message) {
        super(message);
        this.status = status;
    }

    public static Refused notFound(String message) {
        return new Refused(HttpStatus.NOT_FOUND, message);
    }

    /** Refuses a request that conflicts with stored data. */
    public static Refused conflict(String message) {
        return new Refused(HttpStatus.CONFLICT, message);
    }

    public static Refused tooLarge(String message) {
        return new Refused(HttpStatus.CONTENT_TOO_LARGE, message);
    }

    public static Refused insufficientStorage(String message) {
        return new Refused(HttpStatus.INSUFFICIENT_STORAGE, message);
    }

    public HttpStatus status() {
        return status;
    }
}
