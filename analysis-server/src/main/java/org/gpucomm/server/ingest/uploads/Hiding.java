package org.gpucomm.server.ingest.uploads;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;

import org.gpucomm.server.ingest.imports.Publication;
import org.gpucomm.server.web.NotFound;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Removal of uploads from every view, and their return. What is hidden keeps its page and its bytes. */
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

    /** Hides it until somebody shows it. One that waited to be erased waits no longer. */
    void hide(String upload) {
        hide(upload, null);
    }

    /** Hides it, and has it erased after that time unless somebody shows it before. */
    void hideUntilErased(String upload, Duration left) {
        hide(upload, now().plus(left));
    }

    void show(String upload) {
        transaction.executeWithoutResult(status -> {
            // What is published meanwhile waits, and then sees whether its upload is hidden.
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
                    .params(now(), eraseAt, upload).update();
            publication.withdraw(reading(upload));
        });
    }

    private long reading(String upload) {
        return jdbc.sql("select reading_id from upload where id = ?").param(upload).query(Long.class).optional()
                .orElseThrow(() -> new NotFound("There is no upload " + upload + "."));
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }
}
