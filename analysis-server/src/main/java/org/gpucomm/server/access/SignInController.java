package org.gpucomm.server.access;

import java.time.Duration;

import org.gpucomm.server.access.TokenGate.TooManyWrong;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Sign-in with a token: a browser shows it once, and a cookie that no script can read shows it from then on. */
@RestController
class SignInController {

    private static final Duration LONGEST = Duration.ofDays(30);
    private final TokenGate gate;
    private final IdentityProvider provider;
    private final AccessTokens tokens;

    SignInController(TokenGate gate, IdentityProvider provider, AccessTokens tokens) {
        this.gate = gate;
        this.provider = provider;
        this.tokens = tokens;
    }

    @GetMapping(AccessFilter.SIGN_IN)
    ResponseEntity<String> page(HttpServletRequest request) {
        return page(request, HttpStatus.OK, provider.issuer().isPresent()
                ? "Sign in at your team's provider, or with a token."
                : "Reading here needs a token. Who runs this server gives you one.");
    }

    @PostMapping(AccessFilter.SIGN_IN)
    ResponseEntity<String> signIn(@RequestParam(defaultValue = "") String token, HttpServletRequest request) {
        if (request.getQueryString() != null) {
            throw new BadParameter(
                    "a token is sent in the body of the form, never in an address, which logs and histories keep");
        }
        try {
            if (gate.guarded() && gate.caller(token.strip(), ProxyFilter.client(request)).isEmpty()) {
                return page(request, HttpStatus.UNAUTHORIZED, "This token is wrong, has expired or was revoked.");
            }
        } catch (TooManyWrong e) {
            return page(request, HttpStatus.TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
        }
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header(HttpHeaders.SET_COOKIE, cookie(token.strip(), LONGEST, request))
                .header(HttpHeaders.LOCATION, request.getContextPath() + "/").build();
    }

    /** The browser forgets its token. That of a person who signed in at the provider opens nothing from now on, wherever it is. */
    @PostMapping(AccessFilter.SIGN_OUT)
    ResponseEntity<String> signOut(HttpServletRequest request) {
        var shown = AccessFilter.token(request);
        if (shown != null) {
            TokenText.of(shown).ifPresent(tokens::endSignIn);
        }
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header(HttpHeaders.SET_COOKIE, cookie("", Duration.ZERO, request))
                .header(HttpHeaders.LOCATION, request.getContextPath() + AccessFilter.SIGN_IN).build();
    }

    private static String cookie(String token, Duration age, HttpServletRequest request) {
        return ResponseCookie.from(AccessFilter.COOKIE, token).httpOnly(true).sameSite("Lax").secure(request.isSecure())
                .path(request.getContextPath() + "/").maxAge(age).build().toString();
    }

    private ResponseEntity<String> page(HttpServletRequest request, HttpStatus status, String said) {
        return SignInPage.of(request, status, said, provider.issuer().orElse(null));
    }
}
