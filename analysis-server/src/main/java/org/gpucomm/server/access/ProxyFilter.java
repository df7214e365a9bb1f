package org.gpucomm.server.access;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ForwardedHeaderFilter;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Believes what proxies say of a request (its address, scheme, path prefix, and user), when it comes from a network that was
 * said to be theirs. From anywhere else such headers are taken away.
 */
final class ProxyFilter implements Filter {

    private static final String CLIENT = ProxyFilter.class.getName() + ".client";
    private static final String USER = ProxyFilter.class.getName() + ".user";
    private static final int LONGEST_USER = 100;

    private final List<Network> trusted;
    private final @Nullable String userHeader;
    private final Set<Scope> userScopes;
    private final ForwardedHeaderFilter believing = new ForwardedHeaderFilter();
    private final ForwardedHeaderFilter removing = new ForwardedHeaderFilter();

    ProxyFilter(AccessProperties properties) {
        trusted = properties.trustedProxies().stream().map(Network::of).toList();
        userHeader = properties.userHeader();
        userScopes = Scope.of(properties.userScopes());
        removing.setRemoveOnly(true);
    }

    @Override
    public void doFilter(ServletRequest given, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var request = (HttpServletRequest) given;
        boolean believed = isTrusted(request.getRemoteAddr());
        request.setAttribute(CLIENT, believed ? behind(request) : request.getRemoteAddr());
        if (believed) {
            user(request, userHeader).ifPresent(name -> request.setAttribute(USER, new Caller(name, userScopes)));
        }
        (believed ? believing : removing).doFilter(request, response, chain);
    }

    /** Returns the user whom a trusted proxy names. */
    static Optional<Caller> user(HttpServletRequest request) {
        return Optional.ofNullable((Caller) request.getAttribute(USER));
    }

    /** Returns the address of the client, where it can be believed; never one that the client itself made up. */
    static String client(HttpServletRequest request) {
        return Objects.requireNonNullElse((String) request.getAttribute(CLIENT), request.getRemoteAddr());
    }

    private static Optional<String> user(HttpServletRequest request, @Nullable String header) {
        return Optional.ofNullable(header).map(request::getHeader).map(String::strip)
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST_USER);
    }

    /** The last address that a trusted proxy has added: those before it may have been sent by the client. */
    private String behind(HttpServletRequest request) {
        var hops = Arrays.stream(Objects.requireNonNullElse(request.getHeader("X-Forwarded-For"), "").split(","))
                .map(String::strip).filter(hop -> !hop.isEmpty()).toList();
        for (var hop : hops.reversed()) {
            if (!isTrusted(hop)) {
                return hop.length() <= LONGEST_USER ? hop : hop.substring(0, LONGEST_USER);
            }
        }
        return request.getRemoteAddr();
    }

    private boolean isTrusted(String address) {
        try {
            var literal = Network.of(address).start();
            return trusted.stream().anyMatch(network -> network.contains(literal));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
