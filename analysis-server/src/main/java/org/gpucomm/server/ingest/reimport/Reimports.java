package org.gpucomm.server.ingest.reimport;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.server.background.BackgroundTasks;
import org.gpucomm.server.ingest.imports.Publication;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Repeated reading of uploads by newer parsers. The earlier reading stays visible until the new one is ready. */
@Component
public class Reimports {

    private final JdbcClient jdbc;
    private final Readings readings;
    private final Publication publication;
    private final Sequence sequence;
    private final TransactionOperations transaction;

    Reimports(JdbcClient jdbc, Readings readings, Publication publication, Sequence sequence,
            TransactionOperations transaction) {
        this.jdbc = jdbc;
        this.readings = readings;
        this.publication = publication;
        this.sequence = sequence;
        this.transaction = transaction;
    }

    /**
     * Begins to read again uploads that older parsers have read.
     *
     * @param all whether to include uploads that the present parsers have read
     * @return ids of the new readings, which wait for their import
     */
    public List<Long> begin(boolean all) {
        if (outdated(all).isEmpty()) {
            return List.of();
        }
        return transaction.execute(status -> {
            publication.lock();
            var begun = new ArrayList<Long>();
            for (var upload : outdated(all)) {
                begun.add(readings.beginAgain(upload.id(), ReadingVersion.current(), upload.filename(),
                        upload.readingId()));
            }
            return begun;
        });
    }

    /** Restarts unfinished readings of older servers, whose parsers may count differently. @return ids of the new readings */
    public List<Long> renewUnfinished() {
        if (unfinished().isEmpty()) {
            return List.of();
        }
        return transaction.execute(status -> {
            var begun = new ArrayList<Long>();
            sequence.change();
            for (var reading : unfinished()) {
                publication.remove(reading.readingId());
                jdbc.sql("delete from scheduled_tasks where task_name like 'import-%' and task_instance = ?")
                        .param(Long.toString(reading.readingId())).update();
                jdbc.sql("update reading set state = 'failed', message = 'restarted by newer parsers' where id = ?")
                        .param(reading.readingId()).update();
                long renewed = readings.beginAgain(reading.id(), ReadingVersion.current(), reading.filename(),
                        reading.replaces());
                jdbc.sql("update upload set reading_id = ? where reading_id = ?")
                        .params(renewed, reading.readingId()).update();
                begun.add(renewed);
            }
            return begun;
        });
    }

    private List<Read> outdated(boolean all) {
        return jdbc.sql("""
                select u.id, r.filename, r.id as reading_id, r.replaces, r.parser_version,
                       case when r.state = 'ready' then r.format end as format
                  from upload u join reading r on r.id = u.reading_id
                 where r.state in ('ready', 'failed', 'needs_mapping') and (? or r.parser_version <> ?)
                   and u.hidden_at is null
                   and not exists (select 1 from reading n
                                    where n.upload_id = u.id and n.replaces = r.id
                                      and (n.state = 'importing' or not ? and n.parser_version = ?))
                   and not (u.bundled and exists (select 1 from upload x where x.filename = u.filename and x.bundled
                                                      and x.stored_at > u.stored_at))
                 order by u.stored_at, u.id
                """).params(all, ReadingVersion.current(), all, ReadingVersion.current())
                .query(Read.class).list().stream()
                .filter(read -> all || ReadingVersion.isOutdated(read.parserVersion(), read.format())
                        && !ReadingVersion.isFromNewer(read.parserVersion()))
                .toList();
    }

    private List<Read> unfinished() {
        return jdbc.sql("""
                select upload_id as id, filename, id as reading_id, replaces, parser_version, format
                  from reading
                 where state = 'importing' and parser_version <> ?
                   and not exists (select 1 from scheduled_tasks t
                                    where t.task_name like 'import-%' and t.task_instance = cast(reading.id as varchar(100))
                                      and t.picked and t.last_heartbeat
                                          > current_timestamp - cast(? as integer) * interval '1' second)
                 order by id
                """).params(ReadingVersion.current(), BackgroundTasks.DEAD_AFTER.toSeconds()).query(Read.class).list()
                .stream().filter(read -> !ReadingVersion.isFromNewer(read.parserVersion())).toList();
    }

    /** @param format ids of its formats; null if none was found */
    private record Read(String id, String filename, long readingId, @Nullable Long replaces, String parserVersion,
            @Nullable String format) {}
}
