package org.gpucomm.server.series;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import org.jspecify.annotations.Nullable;

/** Time at which a run started. */
final class StartTime {

    private StartTime() {}

    /** As far as it was printed and can be read, else when it was stored. @param printed null where the log does not say */
    static Instant of(@Nullable String printed, Instant stored) {
        if (printed == null) {
            return stored;
        }
        try {
            return OffsetDateTime.parse(printed).toInstant();
        } catch (DateTimeException noOffset) {
            try {
                return LocalDateTime.parse(printed).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noDate) {
                return stored;
            }
        }
    }
}
