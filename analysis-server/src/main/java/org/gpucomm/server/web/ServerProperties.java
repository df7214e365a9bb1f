package org.gpucomm.server.web;

import java.net.InetAddress;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How the server was started, as far as requests are judged by it.
 *
 * @param address what it listens on
 * @param token   what writes must carry; null = nothing
 */
@ConfigurationProperties("gpucomm")
record ServerProperties(InetAddress address, @Nullable String token) {

    boolean tokenRequired() {
        return token != null && !token.isEmpty();
    }
}
