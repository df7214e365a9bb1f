package org.gpucomm.server.access;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.web.filter.ForwardedHeaderFilter;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Filter that believes what proxies in configured networks say of a request; from elsewhere, such headers are removed. */
final class ProxyFilter implements Filter {

    private static final String CLIENT = ProxyFilter.class.getName() + ".client";
    private static final String USER = ProxyFilter.class.getName() + ".user";
    private static final int LONGEST_USER = 100;
    /** Valid prefix. It becomes a part of pages and of redirects, so it must not contain another host or markup. */
    private static final Pattern PREFIX = Pattern.compile("(?:/[\\w~-][\\w.~-]*+)*+/?");

    /** Address of a hop by RFC 7239, for example {@code for=192.0.2.60;proto=https} or {@code for="[2001:db8::1]:4711"}. */
    private static final Pattern FOR = Pattern
            .compile("(?i)(?:^|[;,\\s])for=(?:\"([^\"]{0,100}+)\"|([^;,\\s\"]{0,100}+))");

    private final List<InetAddressMatcher> trusted;
    private final @Nullable String userHeader;
    private final Set<Scope> userScopes;
    private final ForwardedHeaderFilter believing = new ForwardedHeaderFilter();
    private final ForwardedHeaderFilter removing = new ForwardedHeaderFilter();

    ProxyFilter(AccessProperties properties) {
        trusted = properties.proxies();
        userHeader = properties.userHeader();
        userScopes = Scope.of(properties.userScopes());
        removing.setRemoveOnly(true);
    }

    @Override
    public void doFilter(ServletRequest given, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var request = (HttpServletRequest) given;
        boolean believed = isTrusted(request.getRemoteAddr());
        if (believed && !prefixes(request).allMatch(prefix -> PREFIX.matcher(prefix).matches())) {
            Refused.write((HttpServletResponse) response, HttpStatus.BAD_REQUEST,
                    "X-Forwarded-Prefix must be the path below which the proxy shows this server, such as /lab.");
            return;
        }
        request.setAttribute(CLIENT, believed ? behind(request) : request.getRemoteAddr());
        if (believed) {
            user(request, userHeader)
                    .ifPresent(name -> request.setAttribute(USER, new Caller(Caller.called(name), userScopes)));
        }
        (believed ? believing : removing).doFilter(request, response, chain);
    }

    private static Stream<String> prefixes(HttpServletRequest request) {
        return values(request, "X-Forwarded-Prefix").map(String::strip);
    }

    /** Returns the user that a trusted proxy names. */
    static Optional<Caller> user(HttpServletRequest request) {
        return Optional.ofNullable((Caller) request.getAttribute(USER));
    }

    /** Returns the trusted address of the client, never one that the client itself invented. */
    static String client(HttpServletRequest request) {
        return Objects.requireNonNullElse((String) request.getAttribute(CLIENT), request.getRemoteAddr());
    }

    /**
     * Returns the key of a client for limits: an IPv4 address, or the 64-bit network of an IPv6 address, since one machine has all
     * addresses of it.
     *
     * @param address address; returned unchanged if it is invalid
     */
    static String network(String address) {
        try {
            var bytes = InetAddress.ofLiteral(address).getAddress();
            return bytes.length == Integer.BYTES ? address : HexFormat.ofDelimiter(":").formatHex(bytes, 0, Long.BYTES);
        } catch (IllegalArgumentException e) {
            return address;
        }
    }

    private static Optional<String> user(HttpServletRequest request, @Nullable String header) {
        var names = header == null ? List.<String>of() : lines(request, header).toList();
        // Of two lines, one may come from the client, before or after that of the proxy.
        return names.size() != 1
                ? Optional.empty()
                : Optional.of(names.getFirst().strip())
                        .filter(name -> !name.isEmpty() && name.length() <= LONGEST_USER);
    }

    /** Returns the last address that a trusted proxy has added, on any line; earlier ones may come from the client. */
    private String behind(HttpServletRequest request) {
        for (var hop : hops(request).reversed()) {
            if (!isTrusted(hop)) {
                return hop.length() <= LONGEST_USER ? hop : hop.substring(0, LONGEST_USER);
            }
        }
        return request.getRemoteAddr();
    }

    /** Returns the addresses of hops; X-Forwarded-For first, since its proxy may pass on a Forwarded header from the client. */
    private static List<String> hops(HttpServletRequest request) {
        var hops = addresses(values(request, "X-Forwarded-For"));
        return hops.isEmpty() ? addresses(lines(request, "Forwarded").flatMap(ProxyFilter::forwarded)) : hops;
    }

    /** Returns the values of a header, from one line or from several. */
    private static Stream<String> values(HttpServletRequest request, String header) {
        return lines(request, header).flatMap(line -> Arrays.stream(line.split(",")));
    }

    private static Stream<String> lines(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header)).stream();
    }

    private static Stream<String> forwarded(String line) {
        return FOR.matcher(line).results()
                .map(found -> Objects.requireNonNullElse(found.group(1), String.valueOf(found.group(2))));
    }

    private static List<String> addresses(Stream<String> hops) {
        return hops.map(hop -> withoutPort(hop.strip())).filter(hop -> !hop.isEmpty()).toList();
    }

    /** Removes the port, which some proxies add, from an address: {@code 192.0.2.1:50000}, {@code [2001:db8::1]:50000}. */
    private static String withoutPort(String hop) {
        if (hop.startsWith("[")) {
            int end = hop.indexOf(']');
            return end < 0 ? hop : hop.substring(1, end);
        }
        int colon = hop.indexOf(':');
        return colon > 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
    }

    private boolean isTrusted(String address) {
        try {
            var literal = InetAddress.ofLiteral(address);
            return trusted.stream().anyMatch(network -> network.matches(literal));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
