package org.gpucomm.server.mcp;

import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

/** This class keeps status and body of an answer, and sends nothing of it. */
final class KeptResponse extends HttpServletResponseWrapper {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final PrintWriter writer = new PrintWriter(new OutputStreamWriter(body, StandardCharsets.UTF_8));
    private int status = SC_OK;

    KeptResponse(HttpServletResponse outer) {
        super(outer);
    }

    byte[] bytes() {
        writer.flush();
        return body.toByteArray();
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(int code) {
        status = code;
    }

    @Override
    public void sendError(int code, @Nullable String message) {
        status = code;
    }

    @Override
    public void sendError(int code) {
        status = code;
    }

    @Override
    public void sendRedirect(String location) {
        status = SC_FOUND;
    }

    @Override
    public PrintWriter getWriter() {
        return writer;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return new ServletOutputStream() {

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {
                throw new IllegalStateException("this answer is kept whole");
            }

            @Override
            public void write(int b) {
                body.write(b);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                body.write(bytes, offset, length);
            }
        };
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public void flushBuffer() {
        writer.flush();
    }

    @Override
    public void reset() {
        resetBuffer();
        status = SC_OK;
    }

    @Override
    public void resetBuffer() {
        writer.flush();
        body.reset();
    }

    // Headers are of no use to the one who asked.

    @Override
    public void addCookie(Cookie cookie) {}

    @Override
    public void setHeader(String name, String value) {}

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void setIntHeader(String name, int value) {}

    @Override
    public void addIntHeader(String name, int value) {}

    @Override
    public void setDateHeader(String name, long value) {}

    @Override
    public void addDateHeader(String name, long value) {}

    @Override
    public @Nullable String getHeader(String name) {
        return null;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return List.of();
    }

    @Override
    public Collection<String> getHeaderNames() {
        return List.of();
    }

    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public void setContentType(String type) {}

    @Override
    public void setCharacterEncoding(String encoding) {}

    @Override
    public void setContentLength(int length) {}

    @Override
    public void setContentLengthLong(long length) {}
}
