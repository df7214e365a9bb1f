package org.gpucomm.server.access;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The team's provider of identities (OpenID Connect), if people sign in there.
 *
 * @param issuer      its address, below which {@code /.well-known/openid-configuration} is; null = nobody signs in so
 * @param clientId    what the provider calls this server
 * @param secret      what this server shows to the provider
 * @param groupsClaim where the provider lists a person's groups
 * @param groups      {@code GROUP=SCOPES}, what the members of a group may do
 * @param everyone    what each person may do whom the provider signs in
 */
@ConfigurationProperties("gpucomm.oidc")
record OidcProperties(@Nullable URI issuer, @DefaultValue("") String clientId, @DefaultValue("") String secret,
        @DefaultValue("groups") String groupsClaim, @DefaultValue List<String> groups,
        @DefaultValue List<String> everyone) {

    /** Returns what a member of these groups may do; nothing where none of them is known. */
    Set<Scope> scopes(List<String> memberOf) {
        var scopes = EnumSet.noneOf(Scope.class);
        if (!everyone.isEmpty()) {
            scopes.addAll(Scope.of(everyone));
        }
        for (var group : groups) {
            int end = group.lastIndexOf('=');
            if (memberOf.contains(group.substring(0, end))) {
                scopes.addAll(Scope.of(List.of(group.substring(end + 1).split(","))));
            }
        }
        return scopes;
    }
}
