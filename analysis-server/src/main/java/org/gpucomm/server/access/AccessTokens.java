package org.gpucomm.server.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.server.database.DatabaseProduct;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** Table of tokens. It has only the hashes of tokens. */
@Component
class AccessTokens {

    private static final String SELECT = """
            select id, name, person, scopes, created_at, created_by, expires_at, last_used_at, revoked_at from access_token
            """;

    private final JdbcClient jdbc;
    private final Clock clock;

    AccessTokens(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * @return the token for its owner, which is not stored here
     * @throws Refused if the name is taken, even by a revoked token, since the audit log names it
     */
    TokenText create(String name, Set<Scope> scopes, @Nullable Instant expires, String by) {
        return insert(TokenText.random(), name, null, scopes, expires, by);
    }

    /** Creates the token of one browser in which a person has signed in, and deletes sign-in tokens that expired more than a day ago. */
    TokenText createForSignIn(String person, Set<Scope> scopes, Instant expires) {
        jdbc.sql("delete from access_token where person is not null and expires_at < ?")
                .param(OffsetDateTime.now(clock).minusDays(1)).update();
        var token = TokenText.random();
        return insert(token, person + " " + token.id(), person, scopes, expires, "sign-in");
    }

    private TokenText insert(TokenText token, String name, @Nullable String person, Set<Scope> scopes,
            @Nullable Instant expires, String by) {
        int made = jdbc.sql("""
                insert into access_token (id, name, person, hash, scopes, created_at, created_by, expires_at)
                values (?, ?, ?, ?, ?, ?, ?, ?)
                on conflict do nothing
                """).params(token.id(), name, person, token.hash(), Scope.joined(scopes), OffsetDateTime.now(clock), by,
                expires == null ? null : expires.atOffset(ZoneOffset.UTC)).update();
        if (made == 0) {
            throw Refused.conflict("There is a token " + name + " already; take another name.");
        }
        return token;
    }

    /** Returns all tokens, ordered by name. */
    List<AccessToken> all() {
        return jdbc.sql(SELECT + " order by name").query(AccessTokens::token).list();
    }

    /** Revokes a token. @return whether a token of this name existed and was not revoked */
    boolean revoke(String name) {
        return jdbc.sql("update access_token set revoked_at = ? where name = ? and revoked_at is null")
                .params(OffsetDateTime.now(clock), name).update() == 1;
    }

    /** Revokes the token of a browser in which a person has signed in; a token made by command stays valid. */
    void endSignIn(TokenText token) {
        if (caller(token).isPresent()) {
            jdbc.sql(
                    "update access_token set revoked_at = ? where id = ? and person is not null and revoked_at is null")
                    .params(OffsetDateTime.now(clock), token.id()).update();
        }
    }

    /** Returns the owner of a token, unless it is wrong, expired or revoked. Stores the time of use, to the minute. */
    Optional<Caller> caller(TokenText token) {
        var hash = jdbc.sql("select hash from access_token where id = ?").param(token.id()).query(String.class)
                .optional();
        if (hash.isEmpty() || !TokenText.same(hash.get(), token.hash())) {
            return Optional.empty();
        }
        var now = OffsetDateTime.now(clock);
        var known = jdbc.sql(SELECT + " where id = ?").param(token.id()).query(AccessTokens::token).single();
        if (!known.isValid(now.toInstant())) {
            return Optional.empty();
        }
        noteUse(token, now);
        return Optional
                .of(new Caller(Objects.requireNonNullElse(known.person(), known.name()), Scope.of(known.scopes())));
    }

    /** Stores the time of use. A full database must not prevent reading. */
    private void noteUse(TokenText token, OffsetDateTime now) {
        try {
            jdbc.sql(
                    "update access_token set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)")
                    .params(now, token.id(), now.minusSeconds(60)).update();
        } catch (DataAccessException e) {
            if (!DatabaseProduct.isFull(e)) {
                throw e;
            }
        }
    }

    private static AccessToken token(ResultSet row, int number) throws SQLException {
        return new AccessToken(row.getString("name"), row.getString("person"), row.getString("id"),
                Arrays.asList(row.getString("scopes").split(",")), instant(row, "created_at"),
                row.getString("created_by"), instant(row, "expires_at"), instant(row, "last_used_at"),
                instant(row, "revoked_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /**
     * @param person   name of the person who signed in, for the audit log; null = the token was made by command
     * @param id       public part of the token
     * @param expires  end of validity; null = never
     * @param lastUsed last use, to the minute; null = not yet
     */
    record AccessToken(String name, @JsonIgnore @Nullable String person, String id, List<String> scopes,
            @Nullable Instant created, String createdBy,
            @Nullable Instant expires, @Nullable Instant lastUsed, @Nullable Instant revoked) {

        boolean isValid(Instant now) {
            return revoked == null && (expires == null || now.isBefore(expires));
        }
    }
}
