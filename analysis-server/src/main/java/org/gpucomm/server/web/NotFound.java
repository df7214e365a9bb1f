package org.gpucomm.server.web;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Missing resource: HTTP 404. */
@ResponseStatus(HttpStatus.NOT_FOUND)
public final class NotFound extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotFound(String message) {
        super(message);
    }
}
