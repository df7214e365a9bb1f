package org.gpucomm.server.access;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** HTML page for sign-in. */
final class SignInPage {

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

    private SignInPage() {}

    /** @param issuer provider at which people sign in without a token; null = none */
    static void write(HttpServletRequest request, HttpServletResponse response, HttpStatus status, String said,
            @Nullable URI issuer) throws IOException {
        var provider = issuer == null
                ? ""
                : "<p><a href=\"" + request.getContextPath() + OidcSignIn.START + "\">Sign in at " + issuer.getHost()
                        + "</a></p>\n";
        response.setStatus(status.value());
        response.setContentType(MediaType.TEXT_HTML_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getWriter().write(PAGE.replace("ACTION", request.getContextPath() + SignInController.SIGN_IN)
                .replace("SAID", said).replace("PROVIDER", provider));
    }
}
