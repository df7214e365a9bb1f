package org.gpucomm.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;

import org.apache.commons.io.input.BoundedInputStream;
import org.springframework.core.MethodParameter;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/** Size limit for bodies that are read into memory. JSON has at most {@value #MOST_KIB} KiB, unless its handler has {@link LargeBody}. */
@RestControllerAdvice
public final class LimitedBody extends RequestBodyAdviceAdapter {

    static final int MOST_KIB = 64;

    /** Returns a stream that refuses with the given message once more bytes than the limit are read. */
    public static InputStream of(InputStream in, long most, String tooLarge) throws IOException {
        return BoundedInputStream.builder().setInputStream(in).setMaxCount(most + 1).setOnMaxCount((max, count) -> {
            throw Refused.tooLarge(tooLarge);
        }).get();
    }

    @Override
    public boolean supports(MethodParameter parameter, Type type,
            Class<? extends HttpMessageConverter<?>> converter) {
        return !Resource.class.isAssignableFrom(parameter.getParameterType());
    }

    @Override
    public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type type,
            Class<? extends HttpMessageConverter<?>> converter) throws IOException {
        var own = parameter.getMethodAnnotation(LargeBody.class);
        int most = own == null ? MOST_KIB : own.kib();
        return new Message(message, of(message.getBody(), (long) most << 10,
                "The body of this request has at most " + most + " KiB."));
    }

    private record Message(HttpInputMessage whole, InputStream body) implements HttpInputMessage {

        @Override
        public InputStream getBody() {
            return body;
        }

        @Override
        public HttpHeaders getHeaders() {
            return whole.getHeaders();
        }
    }
}
