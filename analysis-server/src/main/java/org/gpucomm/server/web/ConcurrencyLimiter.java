package org.gpucomm.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
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

/**
 * Limit of concurrent requests that parse, analyse or draw. There is one permit fewer than cores, which leaves a core for all other
 * requests, and no more than fit into the heap. Requests wait in the order of their arrival, without a database connection.
 * {@link ConcurrencyLimited} handlers have a permit until they end.
 */
@RestControllerAdvice
public class ConcurrencyLimiter implements HandlerInterceptor, ResponseBodyAdvice<Object> {

    private static final String PERMIT = ConcurrencyLimiter.class.getName();

    /** Heap that one computation may need: the evidence of some 100,000 measurements, or the pixels of an image. */
    private static final long HEAP_OF_ONE = 192L << 20;

    private final Semaphore free;
    /** Whether the thread has a permit; a computation may call another. */
    private final ThreadLocal<Boolean> mine = new ThreadLocal<>();
    private final Duration within;

    /** @param within time limit of a request for the wait */
    @Autowired
    public ConcurrencyLimiter(@Value("${gpucomm.answer-within:30s}") Duration within) {
        this(permits(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory()), within);
    }

    ConcurrencyLimiter(int permits, Duration within) {
        this.free = new Semaphore(permits, true);
        this.within = within;
    }

    static int permits(int cores, long heap) {
        return (int) Math.clamp(cores - 1L, 1, Math.max(1, heap / HEAP_OF_ONE));
    }

    /** Permit of the current thread, which must close it. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {

        @Override
        void close();
    }

    /** Waits for a permit. A thread that already has one does not wait. */
    public Permit acquire() {
        if (mine.get() != null) {
            return () -> {};
        }
        free.acquireUninterruptibly();
        return acquired();
    }

    /** Waits for a permit in a thread without one. @throws TooBusy if none is released within the given time */
    Permit acquire(Duration within) {
        acquire(free, within);
        return acquired();
    }

    private Permit acquired() {
        mine.set(true);
        return () -> {
            mine.remove();
            free.release();
        };
    }

    /** @throws TooBusy if there is no permit within the given time, or the server stops */
    static void acquire(Semaphore from, Duration within) {
        try {
            if (!from.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TooBusy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TooBusy();
        }
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(ConcurrencyLimited.class)) {
            request.setAttribute(PERMIT, acquire(within));
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
        if (request.getAttribute(PERMIT) instanceof Permit permit) {
            request.removeAttribute(PERMIT);
            permit.close();
        }
    }
}
