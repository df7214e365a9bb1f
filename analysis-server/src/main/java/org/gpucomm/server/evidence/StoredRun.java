package org.gpucomm.server.evidence;

import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * A run that can be looked at.
 *
 * @param number    in the table; another reading of the same upload has others
 * @param upload    id of its upload
 * @param section   its number in the upload
 * @param filename  of the upload
 * @param points    how many measurements it has
 * @param startedAt as printed; null where the log does not say
 * @param bundled   whether it came with gpucomm
 * @param title     what people call its upload; null = by its filename
 */
public record StoredRun(long number, String upload, int section, String filename, long points,
        @Nullable String startedAt,
        OffsetDateTime storedAt, boolean bundled, @Nullable String title) {

    /** Returns what people call its upload. */
    public String calledUpload() {
        return title == null ? filename : title;
    }

    /** Returns the id that the interface has for it. */
    public String id() {
        return upload + "-" + section;
    }
}
