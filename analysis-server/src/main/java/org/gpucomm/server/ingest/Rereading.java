package org.gpucomm.server.ingest;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Formats;
import org.gpucomm.server.ingest.Readings.Reading;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Has uploads read again by parsers newer than those that read them. What is shown stays until the new reading is ready. */
@Component
class Rereading {

    private final JdbcClient jdbc;
    private final Readings readings;
    private final Publication publication;
    private final TransactionOperations transaction;

    Rereading(JdbcClient jdbc, Readings readings, Publication publication, TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.readings = readings;
        this.publication = publication;
        this.transaction = transaction;
    }

    /**
     * @param all also what the present parsers have read
     * @return the new readings, to be imported
     */
    List<Long> begin(boolean all) {
        return transaction.execute(status -> {
            lock();
            var begun = new ArrayList<Long>();
            for (var upload : outdated(all)) {
                begun.add(readings.beginAgain(upload.id(), Formats.version(), upload.filename(),
                        upload.readingId()));
            }
            return begun;
        });
    }

    /**
     * What an older server left half read would be taken up in the middle by parsers that count otherwise: it begins anew.
     *
     * @return the new readings
     */
    List<Long> renewUnfinished() {
        return transaction.execute(status -> {
            lock();
            var begun = new ArrayList<Long>();
            for (var reading : unfinished()) {
                publication.remove(reading.readingId());
                jdbc.sql("update reading set state = 'failed', message = 'begun anew by newer parsers' where id = ?")
                        .param(reading.readingId()).update();
                long renewed = readings.beginAgain(reading.id(), Formats.version(), reading.filename(),
                        reading.replaces());
                jdbc.sql("update upload set reading_id = ? where reading_id = ?")
                        .params(renewed, reading.readingId()).update();
                begun.add(renewed);
            }
            return begun;
        });
    }

    /** Takes away what a reading that failed has left; it is never taken up again. */
    void discard(Reading failed) {
        transaction.executeWithoutResult(status -> publication.remove(failed.id()));
    }

    /** One who begins at a time, so that nothing is begun twice. */
    private void lock() {
        jdbc.sql("update publication set published = published where id = 1").update();
    }

    private List<Due> outdated(boolean all) {
        return jdbc.sql("""
                select u.id, r.filename, r.id as reading_id, r.replaces
                  from upload u join reading r on r.id = u.reading_id
                 where r.state in ('ready', 'failed', 'needs_mapping') and (? or r.parser_version <> ?)
                   and not exists (select 1 from reading n
                                    where n.upload_id = u.id and n.replaces = r.id
                                      and (n.state = 'importing' or not ? and n.parser_version = ?))
                   and not (u.bundled and exists (select 1 from upload x where x.filename = u.filename and x.bundled
                                                      and x.stored_at > u.stored_at))
                 order by u.stored_at, u.id
                """).params(all, Formats.version(), all, Formats.version()).query(Due.class).list();
    }

    private List<Due> unfinished() {
        return jdbc.sql("""
                select upload_id as id, filename, id as reading_id, replaces from reading
                 where state = 'importing' and parser_version <> ? order by id
                """).param(Formats.version()).query(Due.class).list();
    }

    private record Due(String id, String filename, long readingId, @Nullable Long replaces) {}
}
