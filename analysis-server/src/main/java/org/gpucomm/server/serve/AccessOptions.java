package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.cli.terminal.FailureWords;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options that decide who may read and write: tokens, a reverse proxy, and sign-in by OpenID Connect. */
final class AccessOptions {

    static final String TOKEN = "GPUCOMM_TOKEN";
    private static final int SHORTEST = 6;
    private static final String SECRET = "GPUCOMM_OIDC_SECRET";
    private static final String SCOPES = "(read|upload|manage)(,(read|upload|manage))*";

    @Option(names = "--token", paramLabel = "T", description = "What every write must carry. Visible to others on this "
            + "machine: --token-file and the variable GPUCOMM_TOKEN are not.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "F", description = "A file with the token.")
    private @Nullable Path tokenFile;

    @Option(names = "--closed", description = "Reading needs a token too, one that may read.")
    private boolean closed;

    @Option(names = "--read-only",
            description = "Refuse every upload and every change, with a token too. Needs no token, whatever the address.")
    private boolean readOnly;

    @Option(names = "--public-url", paramLabel = "URL",
            description = "Where a reverse proxy shows this server: https://gpucomm.example.org/")
    private @Nullable String publicUrl;

    @Option(names = "--trusted-proxy", split = ",", paramLabel = "NET",
            description = "Networks of proxies whose Forwarded "
                    + "and X-Forwarded-… headers are believed: 10.0.0.0/8, or one address. Default: none.")
    private List<String> trustedProxies = List.of();

    @Option(names = "--proxy-user-header", paramLabel = "NAME",
            description = "The header in which a trusted proxy names "
                    + "the user whom it has signed in, such as X-Forwarded-User. It must take away what clients send of it.")
    private @Nullable String userHeader;

    @Option(names = "--proxy-user-scopes", split = ",", defaultValue = "read,upload", paramLabel = "S",
            description = "What such a user may do: read, upload, manage. Default: ${DEFAULT-VALUE}.")
    private List<String> userScopes = List.of();

    @Option(names = "--oidc-issuer", paramLabel = "URL",
            description = "Where people sign in by OpenID Connect: the provider's address, such as "
                    + "https://sso.example.org/realms/lab. It sends them back to /sign-in/oidc/back of this server.")
    private @Nullable String issuer;

    @Option(names = "--oidc-client", paramLabel = "ID", description = "What the provider calls this server.")
    private @Nullable String client;

    @Option(names = "--oidc-secret-file", paramLabel = "F",
            description = "A file with the secret that the provider gave to this server; or the variable " + SECRET
                    + ".")
    private @Nullable Path secretFile;

    @Option(names = "--oidc-group", paramLabel = "GROUP=SCOPES",
            description = "What the members of a group may do: lab-admins=manage, lab=read,upload. Several times for "
                    + "several groups; who is in none of them may do nothing.")
    private List<String> groups = List.of();

    @Option(names = "--oidc-groups-claim", defaultValue = "groups", paramLabel = "NAME",
            description = "The claim in which the provider names the groups. Default: ${DEFAULT-VALUE}.")
    private String groupsClaim = "";

    @Option(names = "--oidc-everyone", paramLabel = "SCOPES",
            description = "What everyone may do whom the provider signs in. Default: read,upload without --oidc-group, "
                    + "nothing with it.")
    private @Nullable String everyone;

    boolean isReadOnly() {
        return readOnly;
    }

    /**
     * Returns the operator's token, which permits everything; null if none is given.
     *
     * @throws IllegalArgumentException with the reason, if the options are invalid
     */
    @Nullable
    String token() {
        if (token != null && tokenFile != null) {
            throw new IllegalArgumentException("give either --token or --token-file");
        }
        var given = tokenFile != null ? read(tokenFile) : token != null ? token : System.getenv(TOKEN);
        if (given == null || given.isBlank()) {
            if (token != null || tokenFile != null) {
                throw new IllegalArgumentException("the token is empty");
            }
            return null;
        }
        var text = given.strip();
        if (text.length() < SHORTEST) {
            throw new IllegalArgumentException("the token is too short, " + text.length() + " of at least " + SHORTEST
                    + " characters: openssl rand -hex 16 makes one");
        }
        return text;
    }

    /** Returns an error message. @param token the operator's token; null = none */
    Optional<String> problem(@Nullable String token) {
        if (closed && token == null) {
            return Optional.of("--closed needs a token that opens: give --token-file F or set " + TOKEN);
        }
        return problemOfProxy(token != null || readOnly).or(() -> problemOfSignIn(token != null));
    }

    /** @param guarded whether writing needs a token */
    private Optional<String> problemOfProxy(boolean guarded) {
        if (publicUrl != null && !trustedProxies.isEmpty() && !guarded) {
            return Optional
                    .of("--trusted-proxy with --public-url shows this server to others, who could all write: give "
                            + "--token-file F or set " + TOKEN + " (openssl rand -hex 16 makes one)");
        }
        if (userHeader != null && trustedProxies.isEmpty()) {
            return Optional.of("--proxy-user-header is believed of trusted proxies only: give --trusted-proxy too");
        }
        if (publicUrl != null && !publicUrl.matches("https?://[^/?#]+(/[^?#]*)?")) {
            return Optional.of("--public-url must be a URL such as https://gpucomm.example.org/, was '" + publicUrl
                    + "'");
        }
        for (var network : trustedProxies) {
            if (!network.matches("[0-9a-fA-F.:]+(/\\d{1,3})?")) {
                return Optional.of("--trusted-proxy must be a network such as 10.0.0.0/8, was '" + network + "'");
            }
        }
        return userScopes.stream().filter(scope -> !List.of("read", "upload", "manage").contains(scope)).findFirst()
                .map(scope -> "--proxy-user-scopes are of read, upload, manage, was '" + scope + "'");
    }

    private Optional<String> problemOfSignIn(boolean hasToken) {
        if (issuer == null) {
            return client == null && secretFile == null && groups.isEmpty() && everyone == null
                    ? Optional.empty()
                    : Optional.of("the options --oidc-… go with --oidc-issuer");
        }
        if (!issuer.matches("https?://[^/?#]+(/[^?#]*)?")) {
            return Optional.of("--oidc-issuer must be a URL such as https://sso.example.org/realms/lab, was '" + issuer
                    + "'");
        }
        if (client == null || secret().isEmpty()) {
            return Optional
                    .of("--oidc-issuer needs --oidc-client, and the secret in --oidc-secret-file or " + SECRET);
        }
        if (!hasToken) {
            return Optional.of("--oidc-issuer needs a token for the operator of the server: give --token-file F or set "
                    + TOKEN + "; without one everybody may do everything");
        }
        if (everyone != null && !everyone.matches(SCOPES)) {
            return Optional.of("--oidc-everyone is of read, upload, manage, was '" + everyone + "'");
        }
        return groups.stream().filter(group -> !group.matches(".+=" + SCOPES)).findFirst()
                .map(group -> "--oidc-group must be GROUP=SCOPES with scopes of read, upload, manage, was '" + group
                        + "'");
    }

    private Optional<String> secret() {
        if (secretFile == null) {
            return Optional.ofNullable(System.getenv(SECRET)).filter(given -> !given.isBlank());
        }
        try {
            return Optional.of(Files.readString(secretFile).strip()).filter(given -> !given.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    Map<String, Object> settings(@Nullable String token) {
        var settings = new HashMap<String, Object>();
        settings.put("gpucomm.closed", closed);
        settings.put("gpucomm.read-only", readOnly);
        if (token != null) {
            settings.put("gpucomm.token", token);
        }
        settings.put("gpucomm.trusted-proxies", String.join(",", trustedProxies));
        settings.put("gpucomm.user-scopes", String.join(",", userScopes));
        if (userHeader != null) {
            settings.put("gpucomm.user-header", userHeader);
        }
        if (publicUrl != null) {
            settings.put("gpucomm.public-url", URI.create(publicUrl).toString());
        }
        if (issuer != null) {
            addSignIn(settings, issuer);
        }
        return settings;
    }

    private void addSignIn(Map<String, Object> settings, String issuer) {
        settings.put("gpucomm.oidc.issuer", URI.create(issuer).toString());
        settings.put("gpucomm.oidc.client-id", String.valueOf(client));
        settings.put("gpucomm.oidc.secret", secret().orElseThrow());
        settings.put("gpucomm.oidc.groups-claim", groupsClaim);
        for (int i = 0; i < groups.size(); i++) {
            settings.put("gpucomm.oidc.groups[" + i + "]", groups.get(i));
        }
        var all = everyone != null ? everyone : groups.isEmpty() ? "read,upload" : "";
        if (!all.isEmpty()) {
            settings.put("gpucomm.oidc.everyone", all);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("--token-file: " + FailureWords.of(e), e);
        }
    }
}
