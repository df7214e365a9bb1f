package org.gpucomm.server.ingest.parsing;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Format;
import org.gpucomm.analysis.identity.ColumnText;
import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Table of readings. A reading is an upload as parsed by one version of the parsers under one name. */
@Component
public class Readings {

    private final JdbcClient jdbc;
    private final Sequence sequence;

    Readings(JdbcClient jdbc, Sequence sequence) {
        this.jdbc = jdbc;
        this.sequence = sequence;
    }

    /** Returns the reading of an upload by this version under this name, which waits for its import. */
    public long begin(String upload, String parserVersion, String filename) {
        jdbc.sql("""
                insert into reading (upload_id, parser_version, filename, state) values (?, ?, ?, 'importing')
                on conflict do nothing
                """).params(upload, parserVersion, filename).update();
        jdbc.sql("""
                update reading set state = 'importing', message = null, entries = 0, line_count = 0, row_lines = 0,
                       note_count = 0, problem_count = 0, file_problems = 0, row_count = 0
                 where upload_id = ? and parser_version = ? and filename = ? and state = 'failed'
                """).params(upload, parserVersion, filename).update();
        return jdbc.sql("""
                select id from reading where upload_id = ? and parser_version = ? and filename = ?
                 order by attempt desc limit 1
                """).params(upload, parserVersion, filename).query(Long.class).single();
    }

    /** Returns another reading of an upload, which waits for its import and will replace an earlier one. */
    public long beginAgain(String upload, String parserVersion, String filename, @Nullable Long replaces) {
        int attempt = 1 + jdbc.sql("""
                select coalesce(max(attempt), 0) from reading where upload_id = ? and parser_version = ? and filename = ?
                """).params(upload, parserVersion, filename).query(Integer.class).single();
        jdbc.sql("""
                insert into reading (upload_id, parser_version, filename, state, attempt, replaces, mapping)
                values (?, ?, ?, 'importing', ?, ?, (select mapping from reading where id = ?))
                """).params(upload, parserVersion, filename, attempt, replaces, replaces).update();
        return jdbc.sql("""
                select id from reading where upload_id = ? and parser_version = ? and filename = ? and attempt = ?
                """).params(upload, parserVersion, filename, attempt).query(Long.class).single();
    }

    public Optional<Reading> find(long id) {
        return jdbc.sql("""
                select r.id, r.upload_id as uploadid, r.parser_version as parserversion, r.filename, r.state, u.sha256
                  from reading r join upload u on u.id = r.upload_id where r.id = ?
                """).param(id).query(Reading.class).optional();
    }

    /** Returns the number of entries of a reading that chunks have committed. */
    public long entriesInTables(long id) {
        return jdbc.sql("select entries from reading where id = ?").param(id).query(Long.class).single();
    }

    /** Returns the readings for these parsers without a background task, in the order of arrival. */
    public List<Long> unscheduled() {
        return jdbc.sql("""
                select id from reading r
                 where state = 'importing' and parser_version = ?
                   and not exists (select 1 from scheduled_tasks t
                                    where t.task_name like 'import-%' and t.task_instance = cast(r.id as varchar(100)))
                 order by id
                """).param(ReadingVersion.current()).query(Long.class).list();
    }

    /** Sets the message about a reading that is being imported. */
    public void note(long id, String message) {
        jdbc.sql("update reading set message = ? where id = ? and state = 'importing'").params(message, id).update();
    }

    /** @param formats formats in the order of the file */
    public void recognised(long id, Collection<Format> formats) {
        jdbc.sql("update reading set format = ?, format_description = ? where id = ?")
                .params(ColumnText.cut(joined(formats, Format::id), 100),
                        ColumnText.cut(joined(formats, Format::description), 500),
                        id)
                .update();
    }

    private static String joined(Collection<Format> formats, Function<Format, String> word) {
        return formats.stream().map(word).collect(Collectors.joining(", "));
    }

    /** Marks a reading as failed, in the caller's transaction. The visible reading stays, unless it had failed too. */
    public void fail(long id, @Nullable String message) {
        end(id, "failed", message);
    }

    /** Marks a reading whose columns a person must explain, in the caller's transaction. @param message open questions */
    public void needsMapping(long id, @Nullable String message) {
        end(id, "needs_mapping", message);
    }

    /** Makes a reading wait for its import again. */
    public void takeUp(long id) {
        jdbc.sql("update reading set state = 'importing', message = null where id = ?").param(id).update();
    }

    private void end(long id, String state, @Nullable String message) {
        sequence.change();
        jdbc.sql("update reading set state = ?, message = ?, ended_at = current_timestamp where id = ?")
                .params(state, ColumnText.cutOrNull(message, 2000), id).update();
        jdbc.sql("""
                update upload set reading_id = ?
                 where id = (select upload_id from reading where id = ?)
                   and reading_id in (select id from reading where state in ('failed', 'needs_mapping'))
                """).params(id, id).update();
    }

    /** @param sha256 SHA-256 of the upload's bytes */
    public record Reading(long id, String uploadId, String parserVersion, String filename, String state,
            String sha256) {}
}
