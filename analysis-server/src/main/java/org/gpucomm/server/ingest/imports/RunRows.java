package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.analysis.identity.ColumnText;
import org.gpucomm.analysis.identity.SeriesRow;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/**
 * Rows of an import's runs and series, inserted before their measurements. Runs are invisible until publication. A series is inserted in
 * its own transaction, so that imports never wait for one another. Serves one thread, which has no other transaction.
 */
final class RunRows {

    private static final int SERIES_REMEMBERED = 10_000;
    private static final String SERIES_ID = "select id from series where hash = ?";
    /** Limit for file names, which operating systems limit too. */
    private static final int MOST_CHARACTERS = 10_000;

    private final Reading reading;
    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final Map<Integer, Long> ids = new HashMap<>();
    private final Set<Integer> described = new HashSet<>();
    private final LoadingCache<SeriesRow, Long> series = Caffeine.newBuilder().maximumSize(SERIES_REMEMBERED)
            .executor(Runnable::run).build(this::findOrInsert);

    RunRows(Reading reading, JdbcTemplate jdbc, TransactionOperations transaction) {
        this.reading = reading;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** @param number number of a run of an entry that was passed to {@link #make} */
    long id(int number) {
        return Objects.requireNonNull(ids.get(number));
    }

    /** Returns the id of a series, which is inserted if it is missing. */
    long id(SeriesRow key) {
        return series.get(key);
    }

    private Long findOrInsert(SeriesRow key) {
        return transaction.execute(status -> {
            var hash = key.hash();
            var known = jdbc.queryForList(SERIES_ID, Long.class, hash);
            if (!known.isEmpty()) {
                return known.getFirst();
            }
            jdbc.update("""
                    insert into series (hash, tool, tool_version, library, library_version, operation, variant, placement,
                                        instance_type, gpu, problem, datatype, redop, root, settings)
                    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    on conflict do nothing
                    """, Stream.concat(Stream.of(hash), key.fields().stream()).toArray());
            return jdbc.queryForObject(SERIES_ID, Long.class, hash);
        });
    }

    /** Inserts the missing rows for the runs of some entries, all at once. */
    void make(List<NumberedEntry> entries) {
        var missing = new TreeSet<Integer>();
        var descriptions = new ArrayList<@Nullable Object[]>();
        int same = 0; // the previous entry's run, if it needs no row
        for (var item : entries) {
            int run = item.run();
            if (run == 0 || run == same || item.entry() instanceof Entry.Note) {
                continue;
            }
            if (!ids.containsKey(run)) {
                missing.add(run);
            }
            if (item.entry() instanceof Entry.Row row && described.add(run)) {
                descriptions.add(description(item, row.measurements().getFirst()));
            }
            same = described.contains(run) ? run : 0;
        }
        if (!missing.isEmpty() || !descriptions.isEmpty()) {
            transaction.executeWithoutResult(status -> make(missing, descriptions));
        }
    }

    private void make(TreeSet<Integer> missing, List<@Nullable Object[]> descriptions) {
        if (!missing.isEmpty()) {
            jdbc.batchUpdate("""
                    insert into run (reading_id, upload_id, section, state, filename, stored_at, bundled)
                    select r.id, r.upload_id, cast(? as int), 'importing', r.filename, u.stored_at, u.bundled
                      from reading r join upload u on u.id = r.upload_id
                     where r.id = ? and not exists (select 1 from run where reading_id = r.id and section = ?)
                    """, missing.stream().map(number -> new Object[]{number, reading.id(), number}).toList());
            jdbc.query("select section, id from run where reading_id = ? and section between ? and ?", row -> {
                ids.put(row.getInt(1), row.getLong(2));
            }, reading.id(), missing.first(), missing.last());
        }
        jdbc.batchUpdate("""
                update run set tool = ?, tool_version = ?, library = ?, library_version = ?, instance_type = ?,
                       gpu = ?, started_at = ?, source = ?, member = ?, row_source = ?, row_section = ?
                 where reading_id = ? and section = ? and tool is null
                """, descriptions);
    }

    /** Returns the properties of a run, taken from its first measurement. */
    private @Nullable Object[] description(NumberedEntry item, Measurement first) {
        var key = SeriesRow.of(first);
        return new @Nullable Object[]{key.tool(), orNull(key.toolVersion()), orNull(key.library()),
                orNull(key.libraryVersion()), orNull(key.instanceType()), orNull(key.gpu()),
                ColumnText.cutOrNull(first.startedAt(), 64), otherSource(first.source()),
                ColumnText.cutOrNull(item.source(), MOST_CHARACTERS), ColumnText.cut(first.source(), MOST_CHARACTERS),
                first.section(), reading.id(), item.run()};
    }

    /** Returns the source, or null if it is the upload itself; a CSV that is uploaded with its fingerprint arrives as JSON lines. */
    private @Nullable String otherSource(String source) {
        return stem(source).equals(stem(reading.filename())) ? null : ColumnText.cut(source, 500);
    }

    private static String stem(String name) {
        return name.replaceFirst("\\.(csv|jsonl)$", "");
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
