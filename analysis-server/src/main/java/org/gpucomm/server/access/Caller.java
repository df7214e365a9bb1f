package org.gpucomm.server.access;

import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Caller of a request.
 *
 * @param name of the token, or of the user whom a trusted proxy names; {@code anyone} where nothing was shown
 */
public record Caller(String name, Set<Scope> scopes) {

    private static final String ATTRIBUTE = Caller.class.getName();

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

    /** Returns who sent a request, as the filter found out. */
    public static Caller of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Caller caller ? caller : STRANGER;
    }

    void sends(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }
}
