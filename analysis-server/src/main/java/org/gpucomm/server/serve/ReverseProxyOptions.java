package org.gpucomm.server.serve;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of a server behind a reverse proxy. */
final class ReverseProxyOptions {

    @Option(names = "--public-url", paramLabel = "URL",
            description = "Where a reverse proxy shows this server: https://gpucomm.example.org/")
    private @Nullable String publicUrl;

    @Option(names = "--trusted-proxy", split = ",", paramLabel = "NET",
            description = "Networks of proxies whose Forwarded "
                    + "and X-Forwarded-… headers are believed: 10.0.0.0/8, or one address. Default: none.")
    private List<String> trusted = List.of();

    @Option(names = "--proxy-user-header", paramLabel = "NAME",
            description = "The header in which a trusted proxy names "
                    + "the user whom it has signed in, such as X-Forwarded-User. It must take away what clients send of it.")
    private @Nullable String userHeader;

    @Option(names = "--proxy-user-scopes", split = ",", defaultValue = "read,upload", paramLabel = "S",
            description = "What such a user may do: read, upload, manage. Default: ${DEFAULT-VALUE}.")
    private List<String> userScopes = List.of();

    /** Returns an error message. @param guarded whether writing needs a token */
    Optional<String> problem(boolean guarded) {
        if (publicUrl != null && !trusted.isEmpty() && !guarded) {
            return Optional
                    .of("--trusted-proxy with --public-url shows this server to others, who could all write: give "
                            + "--token-file F or set " + OperatorToken.VARIABLE + " (openssl rand -hex 16 makes one)");
        }
        if (userHeader != null && trusted.isEmpty()) {
            return Optional.of("--proxy-user-header is believed of trusted proxies only: give --trusted-proxy too");
        }
        if (publicUrl != null && !publicUrl.matches("https?://[^/?#]+(/[^?#]*)?")) {
            return Optional.of("--public-url must be a URL such as https://gpucomm.example.org/, was '" + publicUrl
                    + "'");
        }
        for (var network : trusted) {
            if (!network.matches("[0-9a-fA-F.:]+(/\\d{1,3})?")) {
                return Optional.of("--trusted-proxy must be a network such as 10.0.0.0/8, was '" + network + "'");
            }
        }
        return userScopes.stream().filter(scope -> !List.of("read", "upload", "manage").contains(scope)).findFirst()
                .map(scope -> "--proxy-user-scopes are of read, upload, manage, was '" + scope + "'");
    }

    Map<String, Object> settings() {
        var settings = new HashMap<String, Object>();
        settings.put("gpucomm.trusted-proxies", String.join(",", trusted));
        settings.put("gpucomm.user-scopes", String.join(",", userScopes));
        if (userHeader != null) {
            settings.put("gpucomm.user-header", userHeader);
        }
        if (publicUrl != null) {
            settings.put("gpucomm.public-url", URI.create(publicUrl).toString());
        }
        return settings;
    }
}
