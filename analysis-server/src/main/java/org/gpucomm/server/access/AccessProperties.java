package org.gpucomm.server.access;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;

/**
 * Settings of a server's start that decide how callers are judged.
 *
 * @param address       what the server listens on
 * @param publicUrl     where a reverse proxy shows it; null = nowhere
 * @param token          the operator's, which may do everything; null = nobody is asked for a token
 * @param closed         whether reading needs a token too
 * @param readOnly       whether every write is refused, with a token too
 * @param demo           whether the server's data go when it ends, and its pages begin with a tour
 * @param trustedProxies networks whose {@code Forwarded} headers and users are believed
 * @param userHeader     the header in which a trusted proxy names the user whom it has signed in; null = none does
 * @param userScopes     what such a user may do
 * @param requestsPerClient how many a second one address may make; 0 = any number
 * @param uploadsPerClient how many requests of one address may send something at a time; 0 = any number
 * @param managementPort where health and metrics, and nothing else, are answered besides; 0 = nowhere
 */
@ConfigurationProperties("gpucomm")
record AccessProperties(InetAddress address, @Nullable URI publicUrl, @Nullable String token,
        @DefaultValue("false") boolean closed, @DefaultValue("false") boolean readOnly,
        @DefaultValue("false") boolean demo,
        @DefaultValue List<String> trustedProxies, @Nullable String userHeader,
        @DefaultValue( {
                "read", "upload"}) List<String> userScopes,
        @DefaultValue("0") int requestsPerClient,
        @DefaultValue("0") int uploadsPerClient, @DefaultValue("0") int managementPort){

    List<InetAddressMatcher> proxies() {
        return trustedProxies.stream().map(InetAddressMatchers::fromIpAddress).toList();
    }

    boolean guarded() {
        return token != null && !token.isEmpty();
    }
}
