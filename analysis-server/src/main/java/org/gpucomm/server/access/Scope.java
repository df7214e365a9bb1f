package org.gpucomm.server.access;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.security.core.GrantedAuthority;

/** Permission of a caller. {@link #MANAGE} includes all others. */
public enum Scope implements GrantedAuthority {
    /** Permission to read, on servers where reading needs a token. */
    READ,
    /** Permission to upload files, explain their columns, rename and hide uploads, and annotate runs. */
    UPLOAD,
    /** Permission to delete, to create and revoke tokens, to have everything read again, and to see the audit log. */
    MANAGE;

    /** Returns the scopes with these names. @throws IllegalArgumentException with the valid names, if one is unknown or there are none */
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
