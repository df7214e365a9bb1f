package org.gpucomm.server.alerts;

import java.net.InetAddress;
import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of where alerts go.
 *
 * @param alertWebhook null = there are none
 * @param publicUrl    what links begin with; null = the address that the server listens on
 */
@ConfigurationProperties("gpucomm")
record AlertProperties(@Nullable URI alertWebhook, @Nullable URI publicUrl, InetAddress address) {

    /** @param port on which the server answers */
    String link(int port, String path) {
        var host = address.getHostAddress();
        var base = publicUrl != null
                ? publicUrl.toString()
                : "http://" + (host.contains(":") ? "[" + host + "]" : host)
                        + ":" + port;
        return base.replaceFirst("/+$", "") + path;
    }
}
