package org.gpucomm.server.access;

import java.time.Duration;

import org.gpucomm.server.access.Gate.TooManyWrong;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Where a browser shows its token once; a cookie that no script can read shows it from then on. */
@RestController
class SignInController {

    private static final Duration LONGEST = Duration.ofDays(30);
    private final Gate gate;
    private final IdentityProvider provider;

    SignInController(Gate gate, IdentityProvider provider) {
        this.gate = gate;
        this.provider = provider;
    }

    @GetMapping(AccessFilter.SIGN_IN)
    ResponseEntity<String> page(HttpServletRequest request) {
        return page(request, HttpStatus.OK, provider.issuer().isPresent()
                ? "Sign in at your team's provider, or with a token."
                : "Reading here needs a token. Who runs this server gives you one.");
    }

    @PostMapping(AccessFilter.SIGN_IN)
    ResponseEntity<String> signIn(@RequestParam(defaultValue = "") String token, HttpServletRequest request) {
        try {
            if (gate.guarded() && gate.caller(token.strip(), ProxyFilter.client(request)).isEmpty()) {
                return page(request, HttpStatus.UNAUTHORIZED, "This token is wrong, has expired or was revoked.");
            }
        } catch (TooManyWrong e) {
            return page(request, HttpStatus.TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
        }
        var cookie = ResponseCookie.from(AccessFilter.COOKIE, token.strip()).httpOnly(true).sameSite("Lax")
                .secure(request.isSecure()).path(request.getContextPath() + "/").maxAge(LONGEST).build();
        return ResponseEntity.status(HttpStatus.SEE_OTHER).header(HttpHeaders.SET_COOKIE, cookie.toString())
                .header(HttpHeaders.LOCATION, request.getContextPath() + "/").build();
    }

    private ResponseEntity<String> page(HttpServletRequest request, HttpStatus status, String said) {
        return SignInPage.of(request, status, said, provider.issuer().orElse(null));
    }
}
