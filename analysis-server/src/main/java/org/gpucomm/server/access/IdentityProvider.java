package org.gpucomm.server.access;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Component;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The team's provider, asked by OpenID Connect: the code flow with PKCE, state and nonce. Spring Security's client asks it and judges its
 * answers. It is looked up at the first sign-in and again until it answers, so that a server starts without it.
 */
@Component
class IdentityProvider {

    private static final String ID = "oidc";
    private static final int LONGEST_NAME = 80;

    private final OidcProperties properties;
    private @Nullable ClientRegistration found;

    IdentityProvider(OidcProperties properties) {
        this.properties = properties;
    }

    /** Returns where people sign in; empty = nowhere. */
    Optional<URI> issuer() {
        return Optional.ofNullable(properties.issuer());
    }

    /**
     * Begins a sign-in.
     *
     * @param back where the provider sends the browser afterwards
     * @throws IllegalArgumentException when the provider does not answer as one does
     */
    OAuth2AuthorizationRequest begin(HttpServletRequest request, String back) {
        var registration = registration();
        var resolver = new DefaultOAuth2AuthorizationRequestResolver(
                new InMemoryClientRegistrationRepository(registration), AccessFilter.SIGN_IN);
        resolver.setAuthorizationRequestCustomizer(
                OAuth2AuthorizationRequestCustomizers.withPkce().andThen(to -> to.redirectUri(back)));
        return Objects.requireNonNull(resolver.resolve(request, ID));
    }

    /**
     * Ends one.
     *
     * @param begun what {@link #begin} gave to this browser
     * @throws AuthenticationException when the provider's answer is none to that, or cannot be believed
     */
    Person end(OAuth2AuthorizationRequest begun, String code, String state) {
        var answer = OAuth2AuthorizationResponse.success(code).state(state).redirectUri(begun.getRedirectUri()).build();
        var token = new OAuth2LoginAuthenticationToken(registration(), new OAuth2AuthorizationExchange(begun, answer));
        var signedIn = new OidcAuthorizationCodeAuthenticationProvider(
                new RestClientAuthorizationCodeTokenResponseClient(), new OidcUserService()).authenticate(token);
        return person((OidcUser) Objects.requireNonNull(Objects.requireNonNull(signedIn).getPrincipal()));
    }

    private Person person(OidcUser user) {
        var name = Stream.of(user.getPreferredUsername(), user.getEmail(), user.getSubject())
                .filter(each -> each != null && !each.isBlank()).findFirst().orElseThrow().strip();
        return new Person(Caller.called(name.substring(0, Math.min(LONGEST_NAME, name.length()))), properties.scopes(
                groups(user.getClaims().get(properties.groupsClaim()))));
    }

    /** A list, or one group as a text. */
    private static List<String> groups(@Nullable Object claim) {
        return switch (claim) {
            case List<?> several -> several.stream().map(String::valueOf).toList();
            case String one -> List.of(one);
            case null, default -> List.of();
        };
    }

    private synchronized ClientRegistration registration() {
        var known = found;
        if (known == null) {
            var issuer = String.valueOf(properties.issuer());
            known = ClientRegistrations.fromIssuerLocation(issuer).registrationId(ID).clientId(properties.clientId())
                    .clientSecret(properties.secret()).scope("openid", "profile", "email")
                    .redirectUri("{baseUrl}" + AccessFilter.SIGN_IN).build();
            found = known;
        }
        return known;
    }

    /** @param scopes what the provider's groups allow; may be none */
    record Person(String name, Set<Scope> scopes) {}
}
