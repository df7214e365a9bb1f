package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.database.DatabaseProduct;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Publication;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Table of uploads, each shown with one of its readings. */
@Component
public class Uploads {

    private static final String SELECT = """
            select u.id, u.filename, u.title, u.hidden_at, u.erase_at, u.byte_count, u.sha256, u.stored_at, u.bundled, r.state, r.message, r.format,
                   r.format_description, r.line_count, r.row_lines, r.note_count, r.problem_count, r.file_problems, r.row_count,
                   r.run_count, r.summary
              from upload u join reading r on r.id = u.reading_id
            """;

    /** Number of run ids in an upload; {@code /runs?upload=} lists all. */
    private static final int FIRST_RUNS = 10;
    private static final int AT_ONCE = 100;
    private static final int MOST_FAILURES = 20;
    /** Condition for sections without rows that reported no failure: a failure says why the run ended. */
    private static final String WITHOUT_ROWS = """
            and not exists (select 1 from run r where r.reading_id = f.reading_id and r.section = f.section and r.points > 0)
            and not exists (select 1 from fact a where a.reading_id = f.reading_id and a.section = f.section
                            and a.name = '%s')
            """.formatted(Entry.Fact.flag(Flag.ABORTED, "").name());

    private final JdbcClient jdbc;
    private final JdbcTemplate tables;
    private final Readings readings;
    private final StoredFiles files;
    private final Hiding hiding;
    private final Publication publication;
    private final Sequence sequence;
    private final TransactionOperations transaction;
    private final Clock clock;

    Uploads(JdbcClient jdbc, JdbcTemplate tables, Readings readings, StoredFiles files, Hiding hiding,
            Publication publication, Sequence sequence, TransactionOperations transaction, Clock clock) {
        this.jdbc = jdbc;
        this.tables = tables;
        this.readings = readings;
        this.files = files;
        this.hiding = hiding;
        this.publication = publication;
        this.sequence = sequence;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Adds stored bytes as an upload. If they are an upload already, it becomes visible again, and is read again under the new name if
     * nothing could be read before: in several formats only the file's name has the operation.
     *
     * @param filename sanitized name, see {@link Filename}
     * @throws Refused if these bytes were erased while they arrived
     */
    Added add(StoredFiles.StoredFile file, String filename) {
        var added = transaction.execute(status -> {
            forceAtCommit();
            return add(file, file.id(), filename, false, clock.instant())
                    .or(() -> add(file, file.otherId(), filename, false, clock.instant())).orElseThrow();
        });
        if (!files.has(file.sha256())) {
            throw Refused.conflict(
                    "An upload of these bytes was erased at this moment, and they with it. Send the file again.");
        }
        if (!added.isNew()) {
            hiding.show(added.id());
        }
        return added;
    }

    /**
     * Adds one of the bundled results. The bytes replace those of an earlier build; upload and runs keep their ids and annotations.
     *
     * @param storedAt time for the order of uploads
     */
    Added addBundled(StoredFiles.StoredFile file, String id, String filename, Instant storedAt) throws IOException {
        var earlier = new ArrayList<String>();
        var added = transaction.execute(status -> add(file, id, filename, true, storedAt).orElseGet(() -> {
            earlier.addAll(jdbc.sql("select sha256 from upload where id = ?").param(id).query(String.class).list());
            return replace(file, id, filename);
        }));
        for (var sha256 : earlier) {
            files.erase(sha256);
        }
        return added;
    }

    /** @return empty if another file has that id */
    private Optional<Added> add(StoredFiles.StoredFile file, String id, String filename, boolean bundled,
            Instant storedAt) {
        if (insert(file, id, filename, bundled, storedAt)) {
            return Optional.of(new Added(id, true, Optional.of(show(id, filename))));
        }
        return jdbc.sql(SELECT + " where u.sha256 = ?").param(file.sha256()).query(Uploads::upload).optional()
                .map(known -> new Added(known.id(), false, readAgain(known, filename)));
    }

    private Added replace(StoredFiles.StoredFile file, String id, String filename) {
        sequence.change();
        jdbc.sql("select id from reading where upload_id = ?").param(id).query(Long.class).list()
                .forEach(publication::remove);
        jdbc.sql("delete from reading where upload_id = ?").param(id).update();
        jdbc.sql("update upload set sha256 = ?, byte_count = ? where id = ?").params(file.sha256(), file.bytes(), id)
                .update();
        return new Added(id, false, Optional.of(show(id, filename)));
    }

    /** Forces the commit to disk, so that a file whose upload was answered survives a power failure. */
    private void forceAtCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

            @Override
            public void afterCommit() {
                DatabaseProduct.force(tables);
            }
        });
    }

    /** @throws Refused if there is no such upload */
    public Upload named(String id) {
        return find(id).orElseThrow(() -> Refused.notFound("There is no upload " + id + "."));
    }

    Optional<Upload> find(String id) {
        return jdbc.sql(SELECT + " where u.id = ?").param(id).query(Uploads::upload).optional()
                .map(upload -> withRuns(List.of(upload)).getFirst());
    }

    /**
     * Returns a page of uploads, newest first.
     *
     * @param bundled whether they are bundled with gpucomm; null = either
     * @param hidden  whether to return hidden uploads, or only visible ones
     * @param until   sequence number of the last upload to include; null = all, even those not visible yet
     */
    Listing<Upload> list(String search, @Nullable Boolean bundled, boolean hidden, @Nullable Long until,
            Paging paging) {
        var arguments = new ArrayList<Object>();
        var condition = found(search, bundled, arguments) + " and u.hidden_at is " + (hidden ? "not null" : "null");
        if (until != null) {
            condition += " and u.sequence <= ?";
            arguments.add(until);
        }
        long total = jdbc.sql("select count(*) from upload u where " + condition).params(arguments).query(Long.class)
                .single();
        arguments.addAll(List.of(paging.size(), paging.offset()));
        var items = jdbc.sql(SELECT + " where " + condition + " order by u.stored_at desc, u.id limit ? offset ?")
                .params(arguments).query(Uploads::upload).list();
        return new Listing<>(total, withRuns(items));
    }

    /** Counts the runs in later uploads that such a search finds. */
    long later(String search, @Nullable Boolean bundled, long until) {
        var arguments = new ArrayList<Object>();
        var condition = found(search, bundled, arguments);
        return jdbc.sql("select count(*) from run r join upload u on u.id = r.upload_id where r.state = 'ready' and "
                + condition + " and u.sequence > ?").params(arguments).param(until).query(Long.class).single();
    }

    private static String found(String search, @Nullable Boolean bundled, List<Object> arguments) {
        var pattern = FilterSql.containing(search);
        arguments.addAll(List.of(pattern, pattern));
        var named = "(lower(u.filename) like ? escape '\\' or lower(u.title) like ? escape '\\')";
        if (bundled == null) {
            return named;
        }
        arguments.add(bundled);
        return named + " and u.bundled = ?";
    }

    /** @param title new title; null = the file's name */
    void call(String id, @Nullable String title) {
        transaction.executeWithoutResult(status -> {
            sequence.change();
            jdbc.sql("update upload set title = ? where id = ?").params(title, id).update();
        });
    }

    Listing<LineProblem> problems(String id, Paging paging) {
        long total = jdbc
                .sql("select r.problem_count + r.file_problems from upload u join reading r on r.id = u.reading_id where u.id = ?")
                .param(id).query(Long.class).single();
        var items = jdbc.sql("""
                select p.line, p.reason, p.line_text, p.source, p.position, r.section
                  from problem p join upload u on u.reading_id = p.reading_id
                       left join run r on r.reading_id = p.reading_id and r.section = p.section and r.state = 'ready'
                 where u.id = ? order by p.ordinal limit ? offset ?
                """).params(id, paging.size(), paging.offset())
                .query((row, n) -> new LineProblem(row.getLong(1), row.getString(2), row.getString(3),
                        row.getString(4), row.getLong(5), row.getInt(6) == 0 ? null : id + "-" + row.getInt(6)))
                .list();
        return new Listing<>(total, items);
    }

    private boolean insert(StoredFiles.StoredFile file, String id, String filename, boolean bundled,
            Instant storedAt) {
        return jdbc.sql("""
                insert into upload (id, sha256, filename, byte_count, stored_at, bundled) values (?, ?, ?, ?, ?, ?)
                on conflict do nothing
                """).params(id, file.sha256(), filename, file.bytes(),
                OffsetDateTime.ofInstant(storedAt, ZoneOffset.UTC), bundled).update() == 1;
    }

    private Optional<Long> readAgain(Upload known, String filename) {
        boolean otherName = !known.filename().equals(filename);
        boolean nothingRead = known.state() == Upload.State.failed
                || known.state() == Upload.State.needs_mapping && otherName
                || known.state() == Upload.State.ready && known.rows() == 0 && otherName;
        return nothingRead ? Optional.of(show(known.id(), filename)) : Optional.empty();
    }

    private long show(String id, String filename) {
        long reading = readings.begin(id, ReadingVersion.current(), filename);
        jdbc.sql("update upload set reading_id = ?, filename = ? where id = ?").params(reading, filename, id).update();
        return reading;
    }

    /** Adds the ids of the first runs, and the sentences about failed ones. */
    private List<Upload> withRuns(List<Upload> uploads) {
        if (uploads.isEmpty()) {
            return uploads;
        }
        var ids = uploads.stream().map(Upload::id).toList();
        var runs = new HashMap<String, List<String>>();
        ids.stream().gather(Gatherers.windowFixed(AT_ONCE)).forEach(some -> firstRuns(some, runs));
        var aborted = flagged(ids, Flag.ABORTED, "");
        var incomplete = flagged(ids, Flag.INCOMPLETE, WITHOUT_ROWS);
        return uploads.stream().map(upload -> upload.with(upload.url(), runs.getOrDefault(upload.id(), List.of()),
                Stream.concat(
                        aborted.getOrDefault(upload.id(), List.of()).stream()
                                .map(flag -> "Run " + flag.run() + " failed: " + flag.detail()),
                        incomplete.getOrDefault(upload.id(), List.of()).stream()
                                .map(flag -> "Run " + flag.run() + " has no result: " + flag.detail()))
                        .limit(MOST_FAILURES).toList()))
                .toList();
    }

    /** Finds the first runs of each upload; they are adjacent in an index, so a long upload costs no more. */
    private void firstRuns(List<String> uploads, Map<String, List<String>> runs) {
        var each = "(select upload_id, section from run where upload_id = ? and state = 'ready' order by section limit "
                + FIRST_RUNS + ")";
        jdbc.sql("select upload_id, section from ("
                + String.join(" union all ", Collections.nCopies(uploads.size(), each)) + ") r order by 1, 2")
                .params(uploads).query(row -> {
                    runs.computeIfAbsent(row.getString(1), id -> new ArrayList<>())
                            .add(new RunId(row.getString(1), row.getInt(2)).toString());
                });
    }

    /** Returns the flags of each upload, at most {@value #MOST_FAILURES}. */
    private Map<String, List<Flagged>> flagged(List<String> uploads, Flag flag, String which) {
        var arguments = new ArrayList<Object>();
        arguments.add(Entry.Fact.flag(flag, "").name());
        var flagged = new HashMap<String, List<Flagged>>();
        jdbc.sql("""
                select f.upload_id, f.section, f.fact_value
                  from (select u.id as upload_id, f.reading_id, f.section, f.fact_value,
                               row_number() over (partition by u.id order by f.section, f.line) as position
                          from fact f join upload u on u.reading_id = f.reading_id
                         where f.name = ? %s %s) f
                 where f.position <= %d order by f.upload_id, f.position
                """.formatted(FilterSql.in("u.id", uploads, arguments), which, MOST_FAILURES)).params(arguments)
                .query(row -> {
                    flagged.computeIfAbsent(row.getString(1), id -> new ArrayList<>())
                            .add(new Flagged(Math.max(1, row.getInt(2)), row.getString(3)));
                });
        return flagged;
    }

    /** @param run number of the run in its log, from 1 */
    private record Flagged(int run, String detail) {}

    private static Upload upload(ResultSet row, int number) throws SQLException {
        var id = row.getString("id");
        return new Upload(id, "/uploads/" + id, row.getString("filename"), row.getString("title"),
                row.getObject("hidden_at") != null, instantOrNull(row, "erase_at"), row.getLong("byte_count"),
                row.getString("sha256"), instant(row, "stored_at"), Upload.State.valueOf(row.getString("state")),
                row.getString("message"), row.getString("format"), row.getString("format_description"),
                row.getLong("line_count"), row.getLong("row_lines"), row.getLong("note_count"),
                row.getLong("problem_count"), row.getLong("file_problems"), row.getLong("row_count"),
                row.getLong("run_count"), List.of(), List.of(),
                row.getString("summary"), row.getBoolean("bundled"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? null : instant(row, column);
    }

    /** @param reading reading that must be imported; empty if there is nothing to do */
    record Added(String id, boolean isNew, Optional<Long> reading) {}

    /**
     * @param line     line number in its file; 0 = the file as a whole
     * @param source   member of an archive; null = the upload is the log itself
     * @param position line number among all lines of the upload
     * @param run      id of the run in progress; null before the first
     */
    record LineProblem(long line, String reason, @Nullable String text, @Nullable String source, long position,
            @Nullable String run) {}
}
