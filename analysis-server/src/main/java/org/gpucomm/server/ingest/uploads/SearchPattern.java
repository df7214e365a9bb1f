package org.gpucomm.server.ingest.uploads;

import java.util.Locale;

/** A search by part of a text, as a pattern for {@code lower(column) like ? escape '\'}. */
public final class SearchPattern {

    private SearchPattern() {}

    /** Matches texts that contain {@code part}, in any case; everything when it is empty. */
    public static String containing(String part) {
        return "%" + part.strip().toLowerCase(Locale.ROOT).replaceAll("[\\\\%_]", "\\\\$0") + "%";
    }
}
