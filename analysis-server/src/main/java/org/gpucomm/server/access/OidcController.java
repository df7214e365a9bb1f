package org.gpucomm.server.access;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;

import org.gpucomm.server.web.NotFound;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import jakarta.servlet.http.HttpServletRequest;

/** Start and end of a sign-in at the team's provider. */
@RestController
class OidcController {

    static final String BEGIN = AccessFilter.SIGN_IN + "/oidc";
    private static final String BACK = BEGIN + "/back";
    private static final Logger LOG = LoggerFactory.getLogger(OidcController.class);
    /** After it the provider is asked again, mostly without the person noticing. */
    private static final Duration VALID = Duration.ofHours(12);

    private final IdentityProvider provider;
    private final AccessTokens tokens;
    private final Clock clock;

    OidcController(IdentityProvider provider, AccessTokens tokens, Clock clock) {
        this.provider = provider;
        this.tokens = tokens;
        this.clock = clock;
    }

    @GetMapping(BEGIN)
    ResponseEntity<String> begin(HttpServletRequest request) {
        var issuer = provider.issuer().orElseThrow(() -> new NotFound("Nobody signs in by OpenID Connect here."));
        try {
            var back = ServletUriComponentsBuilder.fromContextPath(request).path(BACK).toUriString();
            var begun = provider.begin(request, back);
            return ResponseEntity.status(HttpStatus.SEE_OTHER)
                    .header(HttpHeaders.SET_COOKIE, BegunSignIn.of(begun).cookie(request).toString())
                    .header(HttpHeaders.LOCATION, begun.getAuthorizationRequestUri()).build();
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error("{} does not answer as a provider of identities does: {}", issuer, e.toString());
            return SignInPage.of(request, HttpStatus.SERVICE_UNAVAILABLE, "The provider at " + issuer.getHost()
                    + " does not answer now. Try again later, or sign in with a token.", issuer);
        }
    }

    @GetMapping(BACK)
    ResponseEntity<String> back(@RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String state, @RequestParam(defaultValue = "") String error,
            HttpServletRequest request) {
        var issuer = provider.issuer().orElseThrow(() -> new NotFound("Nobody signs in by OpenID Connect here."));
        var begun = BegunSignIn.in(request);
        if (begun.isEmpty() || code.isEmpty() || state.isEmpty()) {
            return SignInPage.of(request, HttpStatus.UNAUTHORIZED, error.isEmpty()
                    ? "This sign-in took too long, or was begun elsewhere. Begin again."
                    : "The provider at " + issuer.getHost() + " did not sign you in.", issuer);
        }
        try {
            return signedIn(provider.end(begun.get(), code, state), request, issuer);
        } catch (AuthenticationException | IllegalArgumentException e) {
            LOG.warn("a sign-in from {} is not believed: {}", ProxyFilter.client(request), e.toString());
            return SignInPage.of(request, HttpStatus.UNAUTHORIZED,
                    "What the provider said could not be believed; the server's log says why. Begin again.", issuer);
        }
    }

    private ResponseEntity<String> signedIn(IdentityProvider.Person person, HttpServletRequest request,
            URI issuer) {
        if (person.scopes().isEmpty()) {
            LOG.warn("{} was signed in and may do nothing here", person.name());
            return SignInPage.of(request, HttpStatus.FORBIDDEN,
                    "You are signed in, and in none of the groups that may do anything here.", issuer);
        }
        var token = tokens.createForSignIn(person.name(), person.scopes(), clock.instant().plus(VALID));
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header(HttpHeaders.SET_COOKIE, BegunSignIn.gone(request).toString(),
                        shown(token, request).toString())
                .header(HttpHeaders.LOCATION, request.getContextPath() + "/").build();
    }

    private static ResponseCookie shown(TokenText token, HttpServletRequest request) {
        return ResponseCookie.from(AccessFilter.COOKIE, token.text()).httpOnly(true).sameSite("Lax")
                .secure(request.isSecure()).path(request.getContextPath() + "/").maxAge(VALID).build();
    }
}
