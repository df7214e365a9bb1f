package org.gpucomm.server.access;

import java.util.Set;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** Caller of a request. @param name name of the token, or of the user that a trusted proxy names; {@code anyone} without credentials */
public record Caller(String name, Set<Scope> scopes) {

    /** Any caller of a server without tokens, which listens on loopback only. */
    static final Caller OF_THIS_MACHINE = new Caller("anyone", Set.of(Scope.MANAGE));
    /** Caller without valid credentials. */
    static final Caller STRANGER = new Caller("anyone", Set.of());
    /** Caller with the token that the server was started with. */
    static final Caller OPERATOR = new Caller("operator", Set.of(Scope.MANAGE));

    /** Returns the name that a person claims, with a suffix if it equals one of the names above. */
    static String called(String name) {
        return isOwn(name) ? name + " (as they say)" : name;
    }

    static boolean isOwn(String name) {
        return name.equals(OPERATOR.name()) || name.equals(STRANGER.name());
    }

    public boolean may(Scope scope) {
        return scopes.contains(Scope.MANAGE) || scopes.contains(scope);
    }

    /** Returns the caller of the request that this thread handles. */
    public static Caller current() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Caller caller ? caller : STRANGER;
    }

    Authentication authentication() {
        return new PreAuthenticatedAuthenticationToken(this, "", scopes);
    }
}
