package org.gpucomm.server.web;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** This class has requests of handlers that are {@link InTurn} wait for their turn, before they take anything else. */
class TakenTurn implements HandlerInterceptor {

    private static final String TURN = TakenTurn.class.getName();

    private final Turns turns;
    private final Duration within;

    /** @param within how long a request waits */
    TakenTurn(Turns turns, Duration within) {
        this.turns = turns;
        this.within = within;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(InTurn.class)) {
            turns.take(within);
            request.setAttribute(TURN, true);
        }
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception failure) {
        if (request.getAttribute(TURN) != null) {
            request.removeAttribute(TURN);
            turns.giveBack();
        }
    }
}
