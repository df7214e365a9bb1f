package org.gpucomm.server.web;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Interceptor that gives {@link ConcurrencyLimited} handlers a permit until they end, before they take other resources. */
@RestControllerAdvice
class ConcurrencyLimitInterceptor implements HandlerInterceptor, ResponseBodyAdvice<Object> {

    private static final String PERMIT = ConcurrencyLimitInterceptor.class.getName();

    private final ConcurrencyLimiter limiter;
    private final Duration within;

    ConcurrencyLimitInterceptor(ConcurrencyLimiter limiter, @Value("${gpucomm.answer-within:30s}") Duration within) {
        this.limiter = limiter;
        this.within = within;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(ConcurrencyLimited.class)) {
            request.setAttribute(PERMIT, limiter.acquire(within));
        }
        return true;
    }

    @Override
    public boolean supports(MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
        return answer.hasMethodAnnotation(ConcurrencyLimited.class);
    }

    @Override
    public @Nullable Object beforeBodyWrite(@Nullable Object body, MethodParameter answer, MediaType type,
            Class<? extends HttpMessageConverter<?>> converter, ServerHttpRequest request,
            ServerHttpResponse response) {
        end(((ServletServerHttpRequest) request).getServletRequest());
        return body;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception failure) {
        end(request);
    }

    private static void end(HttpServletRequest request) {
        if (request.getAttribute(PERMIT) instanceof ConcurrencyLimiter.Permit permit) {
            request.removeAttribute(PERMIT);
            permit.close();
        }
    }
}
