package org.gpucomm.server.ingest.parsing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.format.RawLines;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.web.Refused;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stored uploads as logs, read line by line in the same way as at their import. */
@Component
public class Logs {

    private final JdbcClient jdbc;
    private final StoredFiles files;
    private final Mappings mappings;

    Logs(JdbcClient jdbc, StoredFiles files, Mappings mappings) {
        this.jdbc = jdbc;
        this.files = files;
        this.mappings = mappings;
    }

    /** @throws Refused if there is no such upload */
    public StoredLog named(String upload) {
        return find(upload).orElseThrow(() -> Refused.notFound("There is no upload " + upload + "."));
    }

    /** Returns the log of an upload; empty if there is no such upload. */
    public Optional<StoredLog> find(String upload) {
        return jdbc.sql("""
                select u.id as upload, u.sha256, r.id as reading, r.filename, r.state, r.line_count as lines
                  from upload u join reading r on r.id = u.reading_id where u.id = ?
                """).param(upload).query(StoredLog.class).optional();
    }

    /** Returns the numbers of the ready runs. */
    public Set<Integer> runs(StoredLog log) {
        return new HashSet<>(jdbc.sql("select section from run where reading_id = ? and state = 'ready'")
                .param(log.reading()).query(Integer.class).list());
    }

    /** @throws UnreadableFile if the upload is not text */
    public NumberedLog open(StoredLog log) throws IOException, UnreadableFile {
        var tables = log.state().equals("needs_mapping") ? List.<CustomTable>of() : mappings.of(log.reading());
        return new NumberedLog(files.open(log.sha256()), log.filename(), Mappings.said(tables));
    }

    /** Returns the lines of the upload, unchanged. */
    public RawLines lines(StoredLog log) throws IOException {
        return RawLines.open(files.open(log.sha256()), log.filename());
    }

    /**
     * Returns the first lines of an upload; empty for an archive, whose lines come from several files.
     *
     * @throws UnreadableFile if the upload is not text
     */
    public List<String> head(StoredLog log, int most) throws IOException, UnreadableFile {
        var head = new ArrayList<String>();
        try (var lines = lines(log)) {
            for (var line = lines.next(); line != null && head.size() < most; line = lines.next()) {
                if (lines.isArchive()) {
                    return List.of();
                }
                head.add(line.text());
            }
        }
        return head;
    }

    /**
     * @param reading  the visible reading
     * @param filename name under which it was read
     * @param state    {@code importing}, {@code ready} or {@code failed}
     * @param lines    number of lines counted so far
     */
    public record StoredLog(String upload, String sha256, long reading, String filename, String state, long lines) {}
}
