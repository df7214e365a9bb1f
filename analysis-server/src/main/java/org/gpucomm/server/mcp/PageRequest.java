package org.gpucomm.server.mcp;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.Reader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import jakarta.servlet.http.HttpServletRequest;

/** A question for a page's answer, by whoever sent another request: a GET without a body that keeps its attributes to itself. */
final class PageRequest extends SentRequest {

    /** What the sender says of itself and of the way; not of the body that it sent and the answer that it wants. */
    private static final Set<String> PASSED_ON = Set.of("host", "forwarded", "x-forwarded-host", "x-forwarded-proto",
            "x-forwarded-port", "x-forwarded-prefix", "x-forwarded-for");

    private final PageQuestion question;
    private final Map<String, String[]> parameters;
    private final Map<String, @Nullable Object> attributes = new HashMap<>();

    PageRequest(HttpServletRequest asker, PageQuestion question) {
        super(asker, InputStream.nullInputStream());
        this.question = question;
        this.parameters = question.parameters();
    }

    @Override
    public String getMethod() {
        return "GET";
    }

    @Override
    public String getRequestURI() {
        return getContextPath() + question.path();
    }

    @Override
    public StringBuffer getRequestURL() {
        var url = super.getRequestURL();
        var path = super.getRequestURI();
        return new StringBuffer(url.substring(0, url.length() - path.length())).append(getRequestURI());
    }

    @Override
    public String getServletPath() {
        return question.path();
    }

    @Override
    public @Nullable String getPathInfo() {
        return null;
    }

    @Override
    public @Nullable String getQueryString() {
        return parameters.isEmpty() ? null : question.query();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return parameters.get(name);
    }

    @Override
    public @Nullable String getParameter(String name) {
        var values = parameters.get(name);
        return values == null ? null : values[0];
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.containsKey(name) ? attributes.get(name) : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        attributes.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        attributes.put(name, null);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return PASSED_ON.contains(name.toLowerCase(Locale.ROOT)) ? super.getHeader(name) : null;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return PASSED_ON.contains(name.toLowerCase(Locale.ROOT))
                ? super.getHeaders(name)
                : Collections.emptyEnumeration();
    }

    @Override
    public long getDateHeader(String name) {
        return -1;
    }

    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public int getContentLength() {
        return 0;
    }

    @Override
    public long getContentLengthLong() {
        return 0;
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(Reader.nullReader());
    }
}
