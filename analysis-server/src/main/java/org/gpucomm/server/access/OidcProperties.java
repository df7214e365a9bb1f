package org.gpucomm.server.access;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The team's identity provider (OpenID Connect), if people sign in there.
 *
 * @param issuer      address of the provider, below which {@code /.well-known/openid-configuration} is; null = no such sign-in
 * @param groupsClaim claim that lists a person's groups
 * @param groups      scopes of the members of a group, each as {@code GROUP=SCOPES}
 * @param everyone    scopes of everyone whom the provider signs in
 */
@ConfigurationProperties("gpucomm.oidc")
record OidcProperties(@Nullable URI issuer, @DefaultValue("") String clientId, @DefaultValue("") String secret,
        @DefaultValue("groups") String groupsClaim, @DefaultValue List<String> groups,
        @DefaultValue List<String> everyone) {

    /** Returns the scopes of a member of these groups; empty if none of the groups is known. */
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
