package org.gpucomm.server.ingest.uploads;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.Optional;

import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.uploads.Uploads.Added;
import org.gpucomm.server.web.Conflict;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Uploads that programs sent under a key: sent again, it is the same upload. */
@Component
class Deliveries {

    private final JdbcClient jdbc;
    private final Uploads uploads;
    private final TransactionOperations transaction;
    private final Clock clock;

    Deliveries(JdbcClient jdbc, Uploads uploads, TransactionOperations transaction, Clock clock) {
        this.jdbc = jdbc;
        this.uploads = uploads;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * The upload that was delivered under this key; empty if none was.
     *
     * @throws Conflict if it was of other bytes
     */
    Optional<String> find(String key, String sha256) {
        return jdbc.sql("select upload_id, sha256 from delivery where idempotency_key = ?").param(key)
                .query((row, n) -> {
                    if (!row.getString(2).equals(sha256)) {
                        throw new Conflict("Another report, of upload " + row.getString(1)
                                + ", was delivered under this Idempotency-Key.");
                    }
                    return row.getString(1);
                }).optional();
    }

    /** Makes stored bytes the upload of this key. Of deliveries at once of one key one counts, and all have its answer. */
    Added add(String key, StoredFiles.StoredFile file, String filename) {
        return transaction.execute(status -> {
            var added = uploads.add(file, filename);
            boolean isFirst = jdbc.sql("""
                    insert into delivery (idempotency_key, upload_id, sha256, received_at) values (?, ?, ?, ?)
                    on conflict do nothing
                    """).params(key, added.id(), file.sha256(),
                    OffsetDateTime.now(clock)).update() == 1;
            if (!isFirst) {
                find(key, file.sha256());
            }
            return added;
        });
    }
}
