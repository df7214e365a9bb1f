package org.gpucomm.server.access;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.security.core.GrantedAuthority;

/** Permission of a caller. One that may manage may do everything. */
public enum Scope implements GrantedAuthority {
    /** Ask for anything, where reading is closed. */
    READ,
    /** Send files, say what their columns mean, name and hide uploads, and say something of runs. */
    UPLOAD,
    /** Delete, make and revoke tokens, have everything read again, see who did what. */
    MANAGE;

    /** @throws IllegalArgumentException when one is unknown or there is none; the message says what is allowed */
    static Set<Scope> of(Collection<String> words) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var word : words) {
            scopes.add(Arrays.stream(values()).filter(scope -> scope.getAuthority().equals(word.strip())).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a scope is one of " + joined(EnumSet.allOf(
                            Scope.class)) + ", was '" + word + "'")));
        }
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("name at least one scope of " + joined(EnumSet.allOf(Scope.class)));
        }
        return scopes;
    }

    @Override
    public String getAuthority() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String joined(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::getAuthority).collect(Collectors.joining(","));
    }
}
