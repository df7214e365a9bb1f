package org.gpucomm.server.access;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

import jakarta.servlet.http.HttpServletRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * State of a sign-in that the browser keeps while it is at the provider, so that it may come back to another server: no secret, and
 * worthless without the provider's answer.
 */
record BegunSignIn(String authorizationUri, String clientId, String redirectUri, Set<String> scopes, String state,
        Map<String, Object> parameters, Map<String, Object> attributes) {

    private static final String COOKIE = "gpucomm_sign_in";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int MOST = 3500;

    static BegunSignIn of(OAuth2AuthorizationRequest request) {
        return new BegunSignIn(request.getAuthorizationUri(), request.getClientId(),
                Objects.requireNonNull(request.getRedirectUri()), request.getScopes(),
                Objects.requireNonNull(request.getState()), request.getAdditionalParameters(), request.getAttributes());
    }

    /** Returns what the browser has kept; empty where it kept nothing, or what is none. */
    static Optional<OAuth2AuthorizationRequest> in(HttpServletRequest request) {
        var cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null || cookie.getValue().length() > MOST) {
            return Optional.empty();
        }
        try {
            var json = new String(Base64.getUrlDecoder().decode(cookie.getValue()), StandardCharsets.UTF_8);
            return Optional.of(JsonMapper.shared().readValue(json, BegunSignIn.class).request());
        } catch (IllegalArgumentException | JacksonException none) {
            return Optional.empty();
        }
    }

    private OAuth2AuthorizationRequest request() {
        return OAuth2AuthorizationRequest.authorizationCode().authorizationUri(authorizationUri).clientId(clientId)
                .redirectUri(redirectUri).scopes(scopes).state(state).additionalParameters(parameters)
                .attributes(all -> all.putAll(attributes)).build();
    }

    ResponseCookie cookie(HttpServletRequest request) {
        var json = JsonMapper.shared().writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
        return cookie(request, Base64.getUrlEncoder().withoutPadding().encodeToString(json), LONGEST);
    }

    /** Takes it away from the browser. */
    static ResponseCookie gone(HttpServletRequest request) {
        return cookie(request, "", Duration.ZERO);
    }

    private static ResponseCookie cookie(HttpServletRequest request, String value, Duration age) {
        return ResponseCookie.from(COOKIE, value).httpOnly(true).sameSite("Lax").secure(request.isSecure())
                .path(request.getContextPath() + AccessFilter.SIGN_IN).maxAge(age).build();
    }
}
