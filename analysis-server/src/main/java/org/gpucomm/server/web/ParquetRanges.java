package org.gpucomm.server.web;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Filter that answers range requests and HEAD requests for Parquet tables: readers such as Polars first read the end of a file, which has
 * the positions of its columns. Each such request creates the whole table again; other requests get the table as it is created.
 */
@Component
final class ParquetRanges extends OncePerRequestFilter {

    private static final String ENDING = ".parquet";
    private static final String BYTES = "bytes";

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().endsWith(ENDING)
                || !request.getMethod().equals("GET") && !request.getMethod().equals("HEAD");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(HttpHeaders.ACCEPT_RANGES, BYTES);
        boolean head = request.getMethod().equals("HEAD");
        var asked = range(request);
        if (!head && asked.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        var whole = new ContentCachingResponseWrapper(response);
        chain.doFilter(asGet(request), whole);
        if (whole.getStatus() != HttpServletResponse.SC_OK) {
            whole.copyBodyToResponse();
            return;
        }
        var body = whole.getContentAsByteArray();
        if (asked.isEmpty()) {
            response.setContentLength(body.length);
        } else {
            part(asked.getFirst(), body, response);
        }
    }

    /** Returns the requested range. A request for several is answered with the whole table, which RFC 9110 allows. */
    private static List<HttpRange> range(HttpServletRequest request) {
        try {
            var ranges = HttpRange.parseRanges(request.getHeader(HttpHeaders.RANGE));
            return ranges.size() == 1 ? ranges : List.of();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static void part(HttpRange range, byte[] body, HttpServletResponse response) throws IOException {
        ResourceRegion part;
        try {
            part = range.toResourceRegion(new ByteArrayResource(body));
        } catch (IllegalArgumentException e) {
            response.setHeader(HttpHeaders.CONTENT_RANGE, BYTES + " */" + body.length);
            response.setContentLength(0);
            response.setStatus(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
            return;
        }
        int from = Math.toIntExact(part.getPosition());
        int count = Math.toIntExact(part.getCount());
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        response.setHeader(HttpHeaders.CONTENT_RANGE,
                BYTES + " " + from + "-" + (from + count - 1) + "/" + body.length);
        response.setContentLength(count);
        response.getOutputStream().write(body, from, count);
    }

    /** Returns the request as a GET without a range, since only the complete table has a length. */
    private static HttpServletRequest asGet(HttpServletRequest request) {
        return new HttpServletRequestWrapper(request) {

            @Override
            public String getMethod() {
                return "GET";
            }

            @Override
            public @Nullable String getHeader(String name) {
                return HttpHeaders.RANGE.equalsIgnoreCase(name) ? null : super.getHeader(name);
            }
        };
    }
}
