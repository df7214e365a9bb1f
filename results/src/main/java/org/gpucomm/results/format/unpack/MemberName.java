package org.gpucomm.results.format.unpack;

import java.util.Optional;

/** Names of members in archives: untrusted text, which is displayed but never used as a path. */
final class MemberName {

    private static final int MAX_LENGTH = 300;

    private MemberName() {}

    /**
     * Returns a name that is safe to display: without control characters, line ends and marks that reverse the direction of writing. A
     * leading {@code ./} is removed, and a long name is cut at its front, because its end is more informative.
     */
    static String shown(String name) {
        // Cc: control; Cf: invisible, including marks that reverse writing; Zl, Zp: line ends; Cs: surrogates
        var visible = name.replace('\\', '/').replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "\uFFFD").strip();
        while (visible.startsWith("./")) {
            visible = visible.substring(2);
        }
        if (visible.isEmpty()) {
            return "(no name)";
        }
        return visible.length() > MAX_LENGTH ? "…" + visible.substring(visible.length() - MAX_LENGTH) : visible;
    }

    /** Returns why a member with that name is not read; empty if it is. */
    static Optional<String> refusal(String name) {
        var path = name.replace('\\', '/');
        if (path.startsWith("/") || path.matches("(?s)[A-Za-z]:.*")) {
            return Optional.of("its path is absolute, which no honest archive of logs has; it was not read");
        }
        for (var part : path.split("/")) {
            if (part.equals("..")) {
                return Optional.of("its path leads out of the archive (..); it was not read");
            }
        }
        return Optional.empty();
    }

    /** Returns whether macOS added the member to the archive. */
    static boolean isLitter(String name) {
        return name.startsWith("__MACOSX/") || name.endsWith("/.DS_Store") || name.equals(".DS_Store")
                || name.startsWith("._") || name.contains("/._");
    }
}
