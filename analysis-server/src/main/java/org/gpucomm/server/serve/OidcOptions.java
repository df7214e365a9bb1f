package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options for sign-in by OpenID Connect. */
final class OidcOptions {

    private static final String VARIABLE = "GPUCOMM_OIDC_SECRET";
    private static final String SCOPES = "(read|upload|manage)(,(read|upload|manage))*";

    @Option(names = "--oidc-issuer", paramLabel = "URL",
            description = "Where people sign in by OpenID Connect: the provider's address, such as "
                    + "https://sso.example.org/realms/lab. It sends them back to /sign-in/oidc/back of this server.")
    private @Nullable String issuer;

    @Option(names = "--oidc-client", paramLabel = "ID", description = "What the provider calls this server.")
    private @Nullable String client;

    @Option(names = "--oidc-secret-file", paramLabel = "F",
            description = "A file with the secret that the provider gave to this server; or the variable " + VARIABLE
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

    /** Returns an error message. @param secret whether the server has an operator's token */
    Optional<String> problem(boolean secret) {
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
                    .of("--oidc-issuer needs --oidc-client, and the secret in --oidc-secret-file or " + VARIABLE);
        }
        if (!secret) {
            return Optional.of("--oidc-issuer needs a token for the operator of the server: give --token-file F or set "
                    + OperatorToken.VARIABLE + "; without one everybody may do everything");
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
            return Optional.ofNullable(System.getenv(VARIABLE)).filter(given -> !given.isBlank());
        }
        try {
            return Optional.of(Files.readString(secretFile).strip()).filter(given -> !given.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    Map<String, Object> settings() {
        if (issuer == null) {
            return Map.of();
        }
        var settings = new HashMap<String, Object>();
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
        return settings;
    }
}
