package org.gpucomm.server.access;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Converter that finds the caller of a request by a token in the header or in the sign-in cookie, or by the user that a trusted proxy
 * names. Wrong tokens are answered with a delay and logged without their secret. A right token is accepted, whatever the client sent
 * before.
 */
@Component
class TokenAuthenticationConverter implements AuthenticationConverter {

    static final String COOKIE = "gpucomm_token";
    static final Duration WINDOW = Duration.ofMinutes(1);
    static final int MOST_WRONG = 10;
    private static final String SCHEME = "Bearer ";

    private static final Logger LOG = LoggerFactory.getLogger(TokenAuthenticationConverter.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final AccessProperties properties;
    private final ObjectProvider<AccessTokens> tokens;
    /** Number of wrong tokens by client, within a minute after the first. */
    private final Cache<String, AtomicInteger> wrong = Caffeine.newBuilder().maximumSize(10_000)
            .expireAfterWrite(WINDOW).build();

    /** @param tokens looked up at the first request, since the database may open later than the web server */
    TokenAuthenticationConverter(AccessProperties properties, ObjectProvider<AccessTokens> tokens) {
        this.properties = properties;
        this.tokens = tokens;
    }

    boolean guarded() {
        return properties.guarded();
    }

    /** Returns the caller, or null without valid credentials: a revoked token in a browser's cookie must not prevent reading. */
    @Override
    public @Nullable Authentication convert(HttpServletRequest request) {
        var token = token(request);
        var caller = token == null ? ProxyFilter.user(request) : caller(token, ProxyFilter.client(request));
        return caller.map(Caller::authentication).orElse(null);
    }

    static @Nullable String token(HttpServletRequest request) {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return header.substring(SCHEME.length()).strip();
        }
        var cookie = WebUtils.getCookie(request, COOKIE);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }

    /** Returns the owner of a token; empty if it is wrong. @throws TooManyWrongTokens if the client has sent too many wrong ones */
    Optional<Caller> caller(String token, String client) {
        var caller = owner(token);
        if (caller.isEmpty()) {
            int count = wrong.get(ProxyFilter.network(client), any -> new AtomicInteger()).incrementAndGet();
            if (count > MOST_WRONG) {
                pause();
                throw new TooManyWrongTokens();
            }
            LOG.warn("wrong token {} from {}, {} in this minute", TokenText.of(token).map(TokenText::toString)
                    .orElse("of another form"), client, count);
            pause();
        }
        return caller;
    }

    private Optional<Caller> owner(String token) {
        var operator = properties.token();
        if (operator != null && TokenText.same(operator, token)) {
            return Optional.of(Caller.OPERATOR);
        }
        return TokenText.of(token).flatMap(text -> tokens.getObject().caller(text));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Failure of a client that seems to guess tokens. */
    static final class TooManyWrongTokens extends AuthenticationException {

        private static final long serialVersionUID = 1L;

        TooManyWrongTokens() {
            super("This token is wrong, as were too many others in the last " + WINDOW.toSeconds()
                    + " seconds that came from where you are.");
        }
    }
}
