package org.gpucomm.server.evidence;

import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * Ready run.
 *
 * @param number id in the table, which differs between readings of an upload
 * @param source file that contains it: the member of an archive, or the upload
 * @param title  title that a person gave its upload; null = its filename
 */
public record StoredRun(long number, String upload, int section, String filename, String source, long points,
        OffsetDateTime storedAt, @Nullable String title) {

    /** Returns the title of its upload, or its filename. */
    public String uploadTitle() {
        return title == null ? filename : title;
    }

    /** Returns its id in the HTTP interface. */
    public String id() {
        return upload + "-" + section;
    }
}
