package org.gpucomm.server.ingest.uploads;

import java.util.Locale;

/** Pattern for a search by part of a text, for {@code lower(column) like ? escape '\'}. */
public final class SearchPattern {

    private SearchPattern() {}

    /** Returns a pattern for texts that contain {@code part}, ignoring case; an empty part matches everything. */
    public static String containing(String part) {
        return "%" + part.strip().toLowerCase(Locale.ROOT).replaceAll("[\\\\%_]", "\\\\$0") + "%";
    }
}
