package org.gpucomm.server.web;

import java.util.stream.Collectors;

import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.RequestPath;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The path that a request asks for below the server's own, as handlers are found by it: decoded, and without the parameters that a part
 * may have behind a semicolon. Who decides by the path must read it so: {@code /api/v1/%74okens;a=b} is answered by what answers
 * {@code /api/v1/tokens}.
 */
public final class AskedPath {

    private AskedPath() {}

    public static String of(HttpServletRequest request) {
        return RequestPath.parse(request.getRequestURI(), request.getContextPath()).pathWithinApplication().elements()
                .stream().map(element -> element instanceof PathSegment part ? part.valueToMatch() : element.value())
                .collect(Collectors.joining());
    }
}
