package org.gpucomm.server.mcp;

import java.io.IOException;
import java.io.InputStream;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/** Request whose body was already received. */
class SentRequest extends HttpServletRequestWrapper {

    private final InputStream body;

    SentRequest(HttpServletRequest request, InputStream body) {
        super(request);
        this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
        return new ServletInputStream() {

            @Override
            public boolean isFinished() {
                try {
                    return body.available() == 0;
                } catch (IOException e) {
                    return true;
                }
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("the body has come already");
            }

            @Override
            public int read() throws IOException {
                return body.read();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return body.read(into, offset, length);
            }
        };
    }
}
