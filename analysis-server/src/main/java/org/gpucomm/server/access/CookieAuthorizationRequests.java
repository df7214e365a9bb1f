package org.gpucomm.server.access;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** State of a sign-in in a cookie, so that the browser may return to another server. Worthless without the provider's answer. */
final class CookieAuthorizationRequests implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    private static final String COOKIE = "gpucomm_sign_in";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int MOST = 3500;

    private record Stored(String authorizationUri, String clientId, @Nullable String redirectUri, Set<String> scopes,
            @Nullable String state, Map<String, Object> parameters, Map<String, Object> attributes) {}

    /** Returns the state of the sign-in, or null if the cookie is missing or invalid. */
    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        var cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null || cookie.getValue().length() > MOST) {
            return null;
        }
        try {
            var json = new String(Base64.getUrlDecoder().decode(cookie.getValue()), StandardCharsets.UTF_8);
            var stored = JsonMapper.shared().readValue(json, Stored.class);
            return OAuth2AuthorizationRequest.authorizationCode().authorizationUri(stored.authorizationUri())
                    .clientId(stored.clientId()).redirectUri(stored.redirectUri()).scopes(stored.scopes())
                    .state(stored.state()).additionalParameters(stored.parameters())
                    .attributes(all -> all.putAll(stored.attributes())).build();
        } catch (IllegalArgumentException | JacksonException none) {
            return null;
        }
    }

    @Override
    public void saveAuthorizationRequest(@Nullable OAuth2AuthorizationRequest begun, HttpServletRequest request,
            HttpServletResponse response) {
        if (begun == null) {
            remove(request, response);
            return;
        }
        var json = JsonMapper.shared().writeValueAsBytes(new Stored(begun.getAuthorizationUri(), begun.getClientId(),
                begun.getRedirectUri(), begun.getScopes(), begun.getState(), begun.getAdditionalParameters(),
                begun.getAttributes()));
        add(response, request, Base64.getUrlEncoder().withoutPadding().encodeToString(json), LONGEST);
    }

    /** Returns the state and leaves the cookie until the sign-in succeeds, so that a forged answer cannot end the sign-in. */
    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(HttpServletRequest request,
            HttpServletResponse response) {
        return loadAuthorizationRequest(request);
    }

    void remove(HttpServletRequest request, HttpServletResponse response) {
        add(response, request, "", Duration.ZERO);
    }

    private static void add(HttpServletResponse response, HttpServletRequest request, String value, Duration age) {
        response.addHeader(HttpHeaders.SET_COOKIE, ResponseCookie.from(COOKIE, value).httpOnly(true).sameSite("Lax")
                .secure(request.isSecure()).path(request.getContextPath() + SignInController.SIGN_IN).maxAge(age)
                .build().toString());
    }
}
