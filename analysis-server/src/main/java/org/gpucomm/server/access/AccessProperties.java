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
 * Start settings that decide how callers are authorized.
 *
 * @param publicUrl         URL at which a reverse proxy publishes the server; null = none
 * @param token             the operator's token, which permits everything; null = no token is required
 * @param closed            whether reading needs a token too
 * @param readOnly          whether every write is refused, even with a token
 * @param demo              whether the server's data are deleted when it ends, and its pages begin with a tour
 * @param trustedProxies    networks whose {@code Forwarded} headers and user names are trusted
 * @param userHeader        header in which a trusted proxy names the signed-in user; null = none
 * @param userScopes        scopes of such a user
 * @param requestsPerClient limit of requests per second from one address; 0 = none
 * @param uploadsPerClient  limit of concurrent requests from one address that send data; 0 = none
 * @param managementPort    additional port for health and metrics only; 0 = none
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
