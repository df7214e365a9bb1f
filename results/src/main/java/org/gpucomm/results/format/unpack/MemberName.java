package org.gpucomm.results.format.unpack;

import java.util.Optional;

/** Names that archives give their members: untrusted text, shown and never used as a path. */
final class MemberName {

    private static final int MAX_LENGTH = 300;

    private MemberName() {}

    /**
     * A name that does no harm where it is shown: without control characters, line ends and marks that turn the direction of
     * writing round; a leading {@code ./} is left out, and a long name is cut in front, as its end says more.
     */
    static String shown(String name) {
        // Cc: control; Cf: invisible, among them those that turn writing round; Zl, Zp: line ends; Cs: half characters
        var visible = name.replace('\\', '/').replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "\uFFFD").strip();
        while (visible.startsWith("./")) {
            visible = visible.substring(2);
        }
        if (visible.isEmpty()) {
            return "(no name)";
        }
        return visible.length() > MAX_LENGTH ? "…" + visible.substring(visible.length() - MAX_LENGTH) : visible;
    }

    /** Returns why a member of that name is not read. */
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

    /** Returns what macOS and version control put into archives beside the files that people put there. */
    static boolean isLitter(String name) {
        return name.startsWith("__MACOSX/") || name.endsWith("/.DS_Store") || name.equals(".DS_Store")
                || name.startsWith("._") || name.contains("/._");
    }
}
