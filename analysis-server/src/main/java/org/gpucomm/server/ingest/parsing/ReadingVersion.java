package org.gpucomm.server.ingest.parsing;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.results.format.Formats;
import org.jspecify.annotations.Nullable;

/** Versions of the formats and of the server's own processing with which a reading was made: {@code nccl-tests/5 osu/2 import/2}. */
public final class ReadingVersion {

    /** Name of the version that changes when the server processes the same entries differently. */
    private static final String IMPORT = "import";
    private static final int IMPORT_VERSION = 8;

    private ReadingVersion() {}

    public static String current() {
        return Formats.version() + " " + IMPORT + "/" + IMPORT_VERSION;
    }

    /** Returns the name of a background task with the hash of this version, so that servers with other parsers do not execute it. */
    public static String taskName(String name) {
        return name + "-" + Integer.toHexString(current().hashCode());
    }

    /**
     * Returns whether reading a file again may give another result: one of its formats, or the server's processing, has another version. A
     * file in which no format was found may be in a new one.
     *
     * @param earlier versions with which it was read
     * @param formats ids of the formats that its reading found; null = none
     */
    public static boolean isOutdated(String earlier, @Nullable String formats) {
        if (earlier.equals(current())) {
            return false;
        }
        if (formats == null || formats.isBlank()) {
            return true;
        }
        var then = versions(earlier);
        var now = versions(current());
        return Stream.concat(Stream.of(IMPORT), Stream.of(formats.split(", ")))
                .anyMatch(id -> !then.containsKey(id) || !then.get(id).equals(now.get(id)));
    }

    /**
     * Returns whether a newer server made a reading, so that this server must not change it: some version is higher or unknown here, and
     * none is lower. A server that drops a format raises the version of {@code import}; readings without that version are older.
     */
    public static boolean isFromNewer(String other) {
        var there = versions(other);
        var here = versions(current());
        return there.containsKey(IMPORT)
                && there.entrySet().stream().noneMatch(each -> compare(each.getValue(), here.get(each.getKey())) < 0)
                && there.entrySet().stream().anyMatch(each -> compare(each.getValue(), here.get(each.getKey())) > 0);
    }

    private static int compare(String there, @Nullable String here) {
        return here == null ? 1 : Integer.compare(Integer.parseInt(there), Integer.parseInt(here));
    }

    private static Map<String, String> versions(String text) {
        var versions = new HashMap<String, String>();
        for (var word : text.split(" ")) {
            int slash = word.lastIndexOf('/');
            if (slash > 0 && word.substring(slash + 1).matches("\\d{1,9}")) {
                versions.put(word.substring(0, slash), word.substring(slash + 1));
            }
        }
        return versions;
    }
}
