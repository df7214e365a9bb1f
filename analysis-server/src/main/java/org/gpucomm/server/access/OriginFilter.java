package org.gpucomm.server.access;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Filter that keeps other web sites from using a visitor's browser against this server. A server on a loopback address answers only
 * requests to loopback names, so that a foreign name that resolves to it (DNS rebinding) cannot read from it. Every server refuses writes
 * from pages of another origin.
 */
final class OriginFilter extends OncePerRequestFilter {

    /** Methods that change nothing. */
    static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> SAME_SITE = Set.of("same-origin", "none");

    private final AccessProperties properties;

    OriginFilter(AccessProperties properties) {
        this.properties = properties;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (properties.address().isLoopbackAddress() && !(isMine(request.getServerName()) && isMine(named(request)))) {
            Refused.write(response, HttpStatus.MISDIRECTED_REQUEST,
                    "This server listens on " + properties.address().getHostAddress()
                            + " and answers to loopback names such as localhost and 127.0.0.1 only, not to '"
                            + request.getServerName() + "'.");
        } else if (!READING.contains(request.getMethod()) && isForeign(request)) {
            Refused.write(response, HttpStatus.FORBIDDEN,
                    "A page of another origin must not write here. Upload from this server's own pages or by curl.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Returns the host that the request itself names, even if a proxy names another. */
    private static String named(HttpServletRequest request) {
        return Objects.requireNonNullElse(URI.create("http://" + Objects.requireNonNullElse(
                request.getHeader(HttpHeaders.HOST), request.getServerName())).getHost(), "");
    }

    private boolean isMine(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        var known = properties.publicUrl();
        return namesLoopback(name) || known != null && name.equalsIgnoreCase(known.getHost());
    }

    private boolean namesLoopback(String name) {
        return name.equals("localhost") || name.equals("localhost.") || name.endsWith(".localhost")
                || name.matches("127(\\.\\d{1,3}){3}") || name.equals("[::1]") || name.equals("::1")
                || name.equals("[0:0:0:0:0:0:0:1]") || name.equals(properties.address().getHostAddress());
    }

    private static boolean isForeign(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !SAME_SITE.contains(site)) {
            return true;
        }
        var origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && (!authority(origin).equalsIgnoreCase(authority(request))
                || request.isSecure() && !origin.regionMatches(true, 0, "https:", 0, 6));
    }

    /** Returns host and port as in the browser's address, even behind a trusted proxy. */
    private static String authority(HttpServletRequest request) {
        boolean usual = request.getServerPort() == (request.isSecure() ? 443 : 80);
        return request.getServerName() + (usual ? "" : ":" + request.getServerPort());
    }

    private static String authority(String origin) {
        try {
            @Nullable
            String authority = URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException noUri) {
            return "";
        }
    }
}
