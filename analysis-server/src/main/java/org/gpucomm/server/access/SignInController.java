package org.gpucomm.server.access;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.gpucomm.server.access.TokenAuthenticationConverter.TooManyWrongTokens;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Sign-in with a token. A browser sends the token once and then stores it in a cookie that no script can read. */
@RestController
class SignInController {

    static final String SIGN_IN = "/sign-in";
    static final String SIGN_OUT = "/sign-out";
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>Sign in: gpucomm</title>
            <style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem}
            input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box;margin:.25rem 0 1rem}</style>
            <h1>gpucomm</h1>
            <p role="alert">SAID</p>
            PROVIDER<form method="post" action="ACTION">
            <label for="token">Your token</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            <button>Sign in</button>
            </form>
            """;

    private final TokenAuthenticationConverter gate;
    private final OidcSignIn oidc;
    private final AccessTokens tokens;

    SignInController(TokenAuthenticationConverter gate, OidcSignIn oidc, AccessTokens tokens) {
        this.gate = gate;
        this.oidc = oidc;
        this.tokens = tokens;
    }

    @GetMapping(SIGN_IN)
    void page(HttpServletRequest request, HttpServletResponse response) throws IOException {
        page(request, response, HttpStatus.OK, oidc.issuer().isPresent()
                ? "Sign in at your team's provider, or with a token."
                : "Reading here needs a token. Who runs this server gives you one.");
    }

    @PostMapping(SIGN_IN)
    void signIn(@RequestParam(defaultValue = "") String token, HttpServletRequest request,
            HttpServletResponse response) throws IOException {
        if (request.getQueryString() != null) {
            throw new BadParameter(
                    "a token is sent in the body of the form, never in an address, which logs and histories keep");
        }
        try {
            if (gate.guarded() && gate.caller(token.strip(), ProxyFilter.client(request)).isEmpty()) {
                page(request, response, HttpStatus.UNAUTHORIZED, "This token is wrong, has expired or was revoked.");
            } else {
                enter(token.strip(), LONGEST, request, response);
            }
        } catch (TooManyWrongTokens e) {
            page(request, response, HttpStatus.TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
        }
    }

    /** Deletes the browser's cookie. The token of a person who signed in at the provider is revoked too. */
    @PostMapping(SIGN_OUT)
    void signOut(HttpServletRequest request, HttpServletResponse response) {
        var shown = TokenAuthenticationConverter.token(request);
        if (shown != null) {
            TokenText.of(shown).ifPresent(tokens::endSignIn);
        }
        redirect("", Duration.ZERO, SIGN_IN, request, response);
    }

    /** Stores a token in the browser's cookie and redirects to the dashboard. */
    static void enter(String token, Duration age, HttpServletRequest request, HttpServletResponse response) {
        redirect(token, age, "/", request, response);
    }

    private static void redirect(String token, Duration age, String path, HttpServletRequest request,
            HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE,
                ResponseCookie.from(TokenAuthenticationConverter.COOKIE, token).httpOnly(true)
                        .sameSite("Lax").secure(request.isSecure()).path(request.getContextPath() + "/").maxAge(age)
                        .build()
                        .toString());
        response.setHeader(HttpHeaders.LOCATION, request.getContextPath() + path);
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
    }

    private void page(HttpServletRequest request, HttpServletResponse response, HttpStatus status, String said)
            throws IOException {
        page(request, response, status, said, oidc.issuer().orElse(null));
    }

    /** Writes the page for sign-in. @param issuer provider at which people sign in without a token; null = none */
    static void page(HttpServletRequest request, HttpServletResponse response, HttpStatus status, String said,
            @Nullable URI issuer) throws IOException {
        var provider = issuer == null
                ? ""
                : "<p><a href=\"" + request.getContextPath() + OidcSignIn.START + "\">Sign in at " + issuer.getHost()
                        + "</a></p>\n";
        response.setStatus(status.value());
        response.setContentType(MediaType.TEXT_HTML_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getWriter().write(PAGE.replace("ACTION", request.getContextPath() + SIGN_IN)
                .replace("SAID", said).replace("PROVIDER", provider));
    }
}
