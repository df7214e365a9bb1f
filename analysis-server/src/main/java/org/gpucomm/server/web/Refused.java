package org.gpucomm.server.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Refusal of a request, with the status and the detail of the answer. */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final JsonFactory JSON = new JsonFactory();

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

    /** Writes the complete response of a filter, outside Spring MVC. */
    public static void write(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), response.getOutputStream())) {
            json.writeStartObject();
            json.writeStringProperty("type", "about:blank");
            json.writeStringProperty("title", status.getReasonPhrase());
            json.writeNumberProperty("status", status.value());
            json.writeStringProperty("detail", detail);
            json.writeEndObject();
        }
    }
}
