package org.gpucomm.server.access;

import java.time.Duration;

import org.gpucomm.server.access.Gate.TooManyWrong;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
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
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>Sign in: gpucomm</title>
            <style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem}
            input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box;margin:.25rem 0 1rem}</style>
            <h1>gpucomm</h1>
            <form method="post" action="ACTION">
            <p role="alert">SAID</p>
            <label for="token">Your token</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            <button>Sign in</button>
            </form>
            """;

    private final Gate gate;

    SignInController(Gate gate) {
        this.gate = gate;
    }

    @GetMapping(AccessFilter.SIGN_IN)
    ResponseEntity<String> page(HttpServletRequest request) {
        return page(request, HttpStatus.OK, "Reading here needs a token. Who runs this server gives you one.");
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

    private static ResponseEntity<String> page(HttpServletRequest request, HttpStatus status, String said) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_HTML).cacheControl(CacheControl.noStore())
                .body(PAGE.replace("ACTION", request.getContextPath() + AccessFilter.SIGN_IN).replace("SAID", said));
    }
}
