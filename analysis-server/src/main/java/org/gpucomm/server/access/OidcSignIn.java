package org.gpucomm.server.access;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.client.OAuth2LoginConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.SupplierClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.stereotype.Component;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Sign-in at the team's OpenID provider, which gives a person a token. A server can start before the provider answers. */
@Component
class OidcSignIn {

    private static final String ID = "oidc";
    static final String START = SignInController.SIGN_IN + "/" + ID;
    private static final String BACK = START + "/back";
    private static final int LONGEST_NAME = 80;
    /** Validity of the token; afterwards the provider is asked again, mostly without the person noticing. */
    private static final Duration VALID = Duration.ofHours(12);
    private static final Logger LOG = LoggerFactory.getLogger(OidcSignIn.class);

    private final OidcProperties properties;
    private final ObjectProvider<AccessTokens> tokens;
    private final Clock clock;
    private final CookieAuthorizationRequests begun = new CookieAuthorizationRequests();
    private final SupplierClientRegistrationRepository registrations = new SupplierClientRegistrationRepository(
            () -> new InMemoryClientRegistrationRepository(registration()));
    private final InMemoryOAuth2AuthorizedClientService clients = new InMemoryOAuth2AuthorizedClientService(
            registrations);

    OidcSignIn(OidcProperties properties, ObjectProvider<AccessTokens> tokens, Clock clock) {
        this.properties = properties;
        this.tokens = tokens;
        this.clock = clock;
    }

    /** Returns the address of the provider; empty if there is none. */
    Optional<URI> issuer() {
        return Optional.ofNullable(properties.issuer());
    }

    /** Configures Spring Security's OAuth 2 login for this provider. */
    void configure(OAuth2LoginConfigurer<HttpSecurity> login) {
        var redirects = new DefaultRedirectStrategy();
        redirects.setStatusCode(HttpStatus.SEE_OTHER);
        login.clientRegistrationRepository(registrations).authorizedClientService(clients)
                .loginPage(SignInController.SIGN_IN).loginProcessingUrl(BACK)
                .authorizationEndpoint(endpoint -> endpoint.baseUri(SignInController.SIGN_IN)
                        .authorizationRequestRepository(begun).authorizationRedirectStrategy(redirects))
                .successHandler(this::signedIn).failureHandler(this::failed)
                .withObjectPostProcessor(new ObjectPostProcessor<OAuth2AuthorizationRequestRedirectFilter>() {

                    @Override
                    public <F extends OAuth2AuthorizationRequestRedirectFilter> F postProcess(F filter) {
                        filter.setAuthenticationFailureHandler(OidcSignIn.this::failed);
                        return filter;
                    }
                });
    }

    private ClientRegistration registration() {
        try {
            return ClientRegistrations.fromIssuerLocation(String.valueOf(properties.issuer())).registrationId(ID)
                    .clientId(properties.clientId()).clientSecret(properties.secret())
                    .scope("openid", "profile", "email").redirectUri("{baseUrl}" + BACK).build();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new AuthenticationServiceException("the provider of identities does not answer as one does", e);
        }
    }

    private void signedIn(HttpServletRequest request, HttpServletResponse response, Authentication signedIn)
            throws IOException {
        clients.removeAuthorizedClient(ID, signedIn.getName());
        var user = (OidcUser) Objects.requireNonNull(signedIn.getPrincipal());
        var name = name(user);
        var scopes = properties.scopes(groups(user.getClaims().get(properties.groupsClaim())));
        if (scopes.isEmpty()) {
            LOG.warn("{} was signed in and may do nothing here", name);
            page(request, response, HttpStatus.FORBIDDEN,
                    "You are signed in, and in none of the groups that may do anything here.");
            return;
        }
        var token = tokens.getObject().createForSignIn(name, scopes, clock.instant().plus(VALID));
        begun.remove(request, response);
        SignInController.enter(token.text(), VALID, request, response);
    }

    private static String name(OidcUser user) {
        var name = Stream.of(user.getPreferredUsername(), user.getEmail(), user.getSubject())
                .filter(each -> each != null && !each.isBlank()).findFirst().orElseThrow().strip();
        return Caller.called(name.substring(0, Math.min(LONGEST_NAME, name.length())));
    }

    /** Returns the groups in a claim, which is a list or the name of one group. */
    private static List<String> groups(@Nullable Object claim) {
        return switch (claim) {
            case List<?> several -> several.stream().map(String::valueOf).toList();
            case String one -> List.of(one);
            case null, default -> List.of();
        };
    }

    /** Answers a sign-in that failed: the provider does not answer, did not sign the person in, or sent an invalid answer. */
    private void failed(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        var host = issuer().orElseThrow().getHost();
        if (failure instanceof AuthenticationServiceException
                || failure.getCause() instanceof AuthenticationServiceException) {
            LOG.error("{}: {}", issuer().orElseThrow(), failure.toString());
            page(request, response, HttpStatus.SERVICE_UNAVAILABLE, "The provider at " + host
                    + " does not answer now. Try again later, or sign in with a token.");
        } else if (request.getParameter("error") != null) {
            page(request, response, HttpStatus.UNAUTHORIZED, "The provider at " + host + " did not sign you in.");
        } else if (begun.loadAuthorizationRequest(request) == null) {
            page(request, response, HttpStatus.UNAUTHORIZED,
                    "This sign-in took too long, or was begun elsewhere. Begin again.");
        } else {
            LOG.warn("a sign-in from {} is not believed: {}", ProxyFilter.client(request), failure.toString());
            page(request, response, HttpStatus.UNAUTHORIZED,
                    "What the provider said could not be believed; the server's log says why. Begin again.");
        }
    }

    private void page(HttpServletRequest request, HttpServletResponse response, HttpStatus status, String said)
            throws IOException {
        SignInController.page(request, response, status, said, properties.issuer());
    }
}
