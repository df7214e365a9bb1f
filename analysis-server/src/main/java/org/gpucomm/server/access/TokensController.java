package org.gpucomm.server.access;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;

import org.gpucomm.server.access.AccessTokens.AccessToken;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints that list, create and revoke tokens. */
@RestController
@RequestMapping("/api/v1/tokens")
class TokensController {

    private final AccessTokens tokens;
    private final Clock clock;

    TokensController(AccessTokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    @GetMapping
    List<AccessToken> all() {
        return tokens.all();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    NewToken create(@RequestBody TokenWanted wanted, HttpServletRequest request) {
        var name = wanted.name() == null ? "" : wanted.name().strip();
        if (!name.matches("[\\w.@-]{1,100}")) {
            throw new BadParameter("name must have from 1 to 100 letters, digits and . _ @ -, was '" + name + "'");
        }
        if (Caller.isOwn(name)) {
            throw new BadParameter("name must not be " + name + ": the audit log has what no token did under it");
        }
        var token = tokens.create(name, scopes(wanted.scopes()), expires(wanted.expires()), Caller.current().name());
        AuditLog.subject(request, "token " + name);
        return new NewToken(name, token.text());
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String name, HttpServletRequest request) {
        if (!tokens.revoke(name)) {
            throw Refused.notFound("There is no token " + name + " that could be revoked.");
        }
        AuditLog.subject(request, "token " + name);
    }

    /** Revokes a token whose name contains a slash, as names from providers may: a path segment cannot contain one. */
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revokeNamed(@RequestParam String name, HttpServletRequest request) {
        revoke(name, request);
    }

    private static Set<Scope> scopes(@Nullable List<String> words) {
        try {
            return Scope.of(words == null ? List.of() : words);
        } catch (IllegalArgumentException e) {
            throw new BadParameter("scopes: " + e.getMessage());
        }
    }

    private @Nullable Instant expires(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            var expires = Instant.parse(text);
            if (expires.isAfter(clock.instant())) {
                return expires;
            }
            throw new BadParameter("expires must lie ahead, was " + text);
        } catch (DateTimeParseException e) {
            throw new BadParameter("expires must be a time such as 2027-01-31T00:00:00Z, was '" + text + "'");
        }
    }

    /** @param scopes any of read, upload and manage @param expires ISO 8601 time in UTC; null = never */
    record TokenWanted(@Nullable String name, @Nullable List<String> scopes, @Nullable String expires) {}

    /** @param token the token with its secret, which is never shown again */
    record NewToken(String name, String token) {}
}
