package org.gpucomm.server.ingest.uploads;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;

import org.gpucomm.server.ingest.imports.Publication;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Hiding of uploads from every view, and showing them again. A hidden upload keeps its page and its bytes. */
@Component
class Hiding {

    private final JdbcClient jdbc;
    private final Publication publication;
    private final TransactionOperations transaction;
    private final Clock clock;

    Hiding(JdbcClient jdbc, Publication publication, TransactionOperations transaction, Clock clock) {
        this.jdbc = jdbc;
        this.publication = publication;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Hides an upload until it is shown again; a scheduled erasure is cancelled. */
    void hide(String upload) {
        hide(upload, null);
    }

    /** Hides an upload and schedules its erasure after the given time, unless it is shown before. */
    void hideUntilErased(String upload, Duration left) {
        hide(upload, OffsetDateTime.now(clock).plus(left));
    }

    /** Shows a hidden upload again, and cancels its erasure. */
    void show(String upload) {
        transaction.executeWithoutResult(status -> {
            // A concurrent publication waits for the lock and then sees whether its upload is hidden.
            publication.lock();
            int shown = jdbc.sql("""
                    update upload set hidden_at = null, erase_at = null where id = ? and hidden_at is not null
                    """).param(upload).update();
            if (shown > 0) {
                publication.putBack(reading(upload));
            }
        });
    }

    private void hide(String upload, @Nullable OffsetDateTime eraseAt) {
        transaction.executeWithoutResult(status -> {
            publication.lock();
            jdbc.sql("update upload set hidden_at = coalesce(hidden_at, ?), erase_at = ? where id = ?")
                    .params(OffsetDateTime.now(clock), eraseAt, upload).update();
            publication.withdraw(reading(upload));
        });
    }

    private long reading(String upload) {
        return jdbc.sql("select reading_id from upload where id = ?").param(upload).query(Long.class).optional()
                .orElseThrow(() -> Refused.notFound("There is no upload " + upload + "."));
    }
}
