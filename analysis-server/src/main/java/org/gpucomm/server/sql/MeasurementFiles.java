package org.gpucomm.server.sql;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.figures.parquet.MeasurementTable;
import org.gpucomm.figures.parquet.ParquetWriter;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.ingest.files.DiskSpace;
import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.store.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/**
 * Task that keeps one Parquet file in the store for each visible upload: it writes missing files and deletes those of uploads that are
 * gone. A file never changes; an upload that is imported again gets another one. One server at a time runs the task.
 */
@Configuration(proxyBeanMethods = false)
class MeasurementFiles {

    private static final Logger LOG = LoggerFactory.getLogger(MeasurementFiles.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    /** Longest run of the task, since imports wait for its thread. */
    private static final Duration TURN = Duration.ofSeconds(5);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("uuuu-MM");

    private final JdbcClient jdbc;
    private final Sequence sequence;
    private final StoredRuns runs;
    private final Store store;
    private final IngestProperties properties;
    private final DiskSpace disk;
    private final Imports imports;
    private long done = -1;
    private boolean failing;

    MeasurementFiles(JdbcClient jdbc, Sequence sequence, StoredRuns runs, Store store,
            IngestProperties properties, DiskSpace disk, Imports imports) {
        this.jdbc = jdbc;
        this.sequence = sequence;
        this.runs = runs;
        this.store = store;
        this.properties = properties;
        this.disk = disk;
        this.imports = imports;
    }

    @Bean
    Task<Void> renewMeasurementFiles() {
        return Tasks.recurring("measurement-files", FixedDelay.of(BETWEEN_LOOKS)).execute((task, context) -> look());
    }

    /** Renews the files if the data have changed since the last complete run. */
    private synchronized void look() {
        try {
            long version = sequence.version();
            if (version != done && isRenewed()) {
                done = version;
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            LOG.atLevel(failing || imports.isStopping() ? Level.DEBUG : Level.WARN)
                    .log("Parquet files could not be renewed; it is tried again: {}", e.toString());
            failing = true;
        }
    }

    /** Writes and deletes files until the time is up. @return whether no file is left to write */
    private boolean isRenewed() throws IOException {
        long began = System.nanoTime();
        var there = store.tables();
        var shown = shown();
        var missing = shown.stream().filter(each -> !there.contains(each.name()))
                .collect(Collectors.toMap(Shown::upload, Function.identity()));
        var old = new HashSet<>(there);
        shown.forEach(each -> old.remove(each.name()));
        for (var name : old) {
            if (!missing.containsKey(upload(name))) {
                store.erase(name);
            }
        }
        for (var each : missing.values()) {
            if (System.nanoTime() - began > TURN.toNanos()) {
                return false;
            }
            boolean written = write(each);
            // The file of an earlier reading goes as soon as the new one exists, so that no row is in two files.
            for (var name : old) {
                if (written && upload(name).equals(each.upload())) {
                    store.erase(name);
                }
            }
        }
        return true;
    }

    private List<Shown> shown() {
        return jdbc.sql("""
                select u.id as upload, r.id as reading, u.stored_at as storedat, r.row_count as measurements
                  from upload u join reading r on r.id = u.reading_id
                 where r.state = 'ready' and r.row_count > 0 and u.hidden_at is null
                   and exists (select 1 from run x where x.reading_id = r.id and x.state = 'ready')
                """).query(Shown.class).list();
    }

    /** Writes the file of an upload. @return false if the upload has changed meanwhile, so that the rows may be incomplete */
    private boolean write(Shown upload) throws IOException {
        disk.requireForImport();
        var part = properties.workDir().resolve(UUID.randomUUID() + ".parquet");
        long[] rows = {0};
        try {
            try (var file = new FileOutputStream(part.toFile()); var out = new BufferedOutputStream(file)) {
                try (var table = new ParquetWriter(out, MeasurementTable.OF_FOLDER)) {
                    runs.read(runs.of(upload.upload()), observation -> {
                        if (imports.isStopping()) {
                            throw new InterruptedIOException("the server stops");
                        }
                        var cells = new ArrayList<String>(MeasurementTable.OF_FOLDER.size());
                        cells.add(upload.upload());
                        cells.addAll(MeasurementTable.cells(observation));
                        table.row(cells);
                        rows[0]++;
                    });
                }
                file.getFD().sync();
            }
            boolean whole = rows[0] == upload.measurements();
            if (whole) {
                store.keep(upload.name(), part);
            }
            return whole;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String upload(String name) {
        return name.substring(name.lastIndexOf('/') + 1).split("-", 2)[0];
    }

    private record Shown(String upload, long reading, OffsetDateTime storedAt, long measurements) {

        String name() {
            return MeasurementTable.FOLDER + "/month=" + MONTH.format(storedAt.withOffsetSameInstant(ZoneOffset.UTC))
                    + "/" + upload + "-"
                    + reading
                    + ".parquet";
        }
    }
}
