package org.gpucomm.server.access;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.server.access.TokenGate.TooManyWrong;
import org.gpucomm.server.web.AskedPath;
import org.gpucomm.server.web.OriginFilter;
import org.gpucomm.server.web.Refusal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Filter that lets pass who may: by a token in the header or in the cookie of a sign-in, or as the user whom a trusted proxy names.
 */
final class AccessFilter extends OncePerRequestFilter {

    static final String COOKIE = "gpucomm_token";
    static final String SIGN_IN = "/sign-in";
    static final String SIGN_OUT = "/sign-out";
    private static final String SCHEME = "Bearer ";
    static final String AGENTS = "/mcp";
    /**
     * What is asked by a POST and changes nothing: the protocol of agents has them ask so, and a file that a chart draws over its
     * own is sent, and not kept.
     */
    static final Set<String> QUESTIONS = Set.of(AGENTS, "/api/v1/overlay");
    /** What is reported here of a run under way passes; the upload at its end is what somebody did. */
    static final String LIVE = "/api/v1/live/";
    private static final Set<String> MANAGING = Set.of("/api/v1/tokens", "/api/v1/deeds", "/api/v1/readings",
            "/api/v1/backup", "/api/v1/alerts");

    private final TokenGate gate;

    AccessFilter(TokenGate gate) {
        this.gate = gate;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!gate.guarded()) {
            Caller.OF_THIS_MACHINE.sends(request);
            chain.doFilter(request, response);
            return;
        }
        try {
            var shown = token(request);
            var caller = shown == null ? ProxyFilter.user(request) : gate.caller(shown, ProxyFilter.client(request));
            // What a browser still has of a token that was revoked does not keep anybody from reading what is open.
            caller.orElse(Caller.STRANGER).sends(request);
            judge(request, response, chain, shown != null && caller.isEmpty());
        } catch (TooManyWrong e) {
            response.setIntHeader(HttpHeaders.RETRY_AFTER, WrongTokens.SECONDS);
            Refusal.write(response, HttpStatus.TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
        }
    }

    private void judge(HttpServletRequest request, HttpServletResponse response, FilterChain chain, boolean wrong)
            throws ServletException, IOException {
        var needed = needed(request);
        var caller = Caller.of(request);
        if (needed.isEmpty() || caller.may(needed.get())) {
            chain.doFilter(request, response);
        } else if (!wrong && !caller.equals(Caller.STRANGER)) {
            Refusal.write(response, HttpStatus.FORBIDDEN, caller.name() + " may "
                    + Scope.joined(caller.scopes()) + " here; this needs the scope " + needed.get().word() + ".");
        } else if (wantsPage(request)) {
            response.sendRedirect(request.getContextPath() + SIGN_IN);
        } else {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"gpucomm\"");
            Refusal.write(response, HttpStatus.UNAUTHORIZED, (wrong
                    ? "This token is wrong, has expired or was revoked"
                    : "This server takes " + (needed.get() == Scope.READ ? "requests" : "writes")
                            + " with a token only")
                    + ": send the header Authorization: Bearer TOKEN.");
        }
    }

    /** Returns the scope that a request needs; empty where anybody may ask. */
    private Optional<Scope> needed(HttpServletRequest request) {
        var path = AskedPath.of(request);
        if (path.equals(SIGN_IN) || path.equals(SIGN_OUT) || path.startsWith(SIGN_IN + "/")
                || path.equals("/api/v1/session")
                || path.startsWith("/actuator/health")) {
            return Optional.empty();
        }
        if (MANAGING.stream().anyMatch(path::startsWith)) {
            return Optional.of(Scope.MANAGE);
        }
        if (OriginFilter.READING.contains(request.getMethod()) || QUESTIONS.contains(path)) {
            return gate.closed() ? Optional.of(Scope.READ) : Optional.empty();
        }
        return Optional.of(request.getMethod().equals("DELETE") ? Scope.MANAGE : Scope.UPLOAD);
    }

    static @Nullable String token(HttpServletRequest request) {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return header.substring(SCHEME.length()).strip();
        }
        var cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }

    private static boolean wantsPage(HttpServletRequest request) {
        return OriginFilter.READING.contains(request.getMethod()) && !AskedPath.of(request).startsWith("/api/")
                && Stream.ofNullable(request.getHeader(HttpHeaders.ACCEPT))
                        .anyMatch(accept -> accept.contains(MediaType.TEXT_HTML_VALUE));
    }
}
