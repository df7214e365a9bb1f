package org.gpucomm.server.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Lets writes pass with the token only, where the server has one. Reading is open. */
final class TokenFilter extends OncePerRequestFilter {

    static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final String SCHEME = "Bearer ";

    private final ServerProperties properties;

    TokenFilter(ServerProperties properties) {
        this.properties = properties;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!mayStore(request) || permits(request.getHeader(HttpHeaders.AUTHORIZATION))) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"gpucomm\"");
        Refusal.write(response, HttpStatus.UNAUTHORIZED,
                "This server takes writes with its token only: send the header Authorization: Bearer TOKEN.");
    }

    private static boolean mayStore(HttpServletRequest request) {
        return !READING.contains(request.getMethod());
    }

    private boolean permits(@Nullable String authorization) {
        var token = properties.token();
        if (token == null || token.isEmpty()) {
            return true;
        }
        return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(sha256(authorization.substring(SCHEME.length()).strip()), sha256(token));
    }

    /** Of equal length whatever the token's, so that the time of comparing tells nothing of it. */
    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
