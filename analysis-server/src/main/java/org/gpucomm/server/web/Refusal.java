package org.gpucomm.server.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Problem detail that a filter writes, outside Spring MVC. */
public final class Refusal {

    private static final JsonFactory JSON = new JsonFactory();

    private Refusal() {}

    /** Writes the complete response. */
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
