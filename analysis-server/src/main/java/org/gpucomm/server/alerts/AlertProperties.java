package org.gpucomm.server.alerts;

import java.net.InetAddress;
import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of alerts.
 *
 * @param alertWebhook URL that receives alerts; null = none
 * @param publicUrl    base of links; null = the address on which the server listens
 */
@ConfigurationProperties("gpucomm")
record AlertProperties(@Nullable URI alertWebhook, @Nullable URI publicUrl, InetAddress address) {

    /** @param port port of this server */
    String link(int port, String path) {
        var host = address.getHostAddress();
        var base = publicUrl != null
                ? publicUrl.toString()
                : "http://" + (host.contains(":") ? "[" + host + "]" : host)
                        + ":" + port;
        return base.replaceFirst("/+$", "") + path;
    }
}
