package org.gpucomm.server.access;

import java.util.Set;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/**
 * Caller of a request.
 *
 * @param name of the token, or of the user whom a trusted proxy names; {@code anyone} where nothing was shown
 */
public record Caller(String name, Set<Scope> scopes) {

    /** Of a server that asks nobody who they are: it listens on loopback only. */
    static final Caller OF_THIS_MACHINE = new Caller("anyone", Set.of(Scope.MANAGE));
    /** Has shown nothing. */
    static final Caller STRANGER = new Caller("anyone", Set.of());
    /** Has the token with which the server was started. */
    static final Caller OPERATOR = new Caller("operator", Set.of(Scope.MANAGE));

    /** Returns what somebody is called who says that name of themselves: never as one of those above. */
    static String called(String name) {
        return isOwn(name) ? name + " (as they say)" : name;
    }

    static boolean isOwn(String name) {
        return name.equals(OPERATOR.name()) || name.equals(STRANGER.name());
    }

    public boolean may(Scope scope) {
        return scopes.contains(Scope.MANAGE) || scopes.contains(scope);
    }

    /** Returns who sent the request that this thread answers. */
    public static Caller current() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Caller caller ? caller : STRANGER;
    }

    Authentication authentication() {
        return new PreAuthenticatedAuthenticationToken(this, "", scopes);
    }
}
