package org.gpucomm.server.ingest.reimport;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;

import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.ingest.reimport.Reimport.Counts;
import org.gpucomm.server.ingest.uploads.Upload;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that read uploads again by newer parsers, and list the changes. */
@RestController
class ReimportsController {

    private static final String FROM = """
             from reading n join reading b on b.id = n.replaces join upload u on u.id = n.upload_id
            """;

    private static final String CHANGED = """
             where n.state <> 'ready' or n.row_count <> b.row_count or n.problem_count <> b.problem_count
                or n.run_count <> b.run_count or n.changed_rows > 0 or b.state = 'failed'
            """;

    private final Reimports reimports;
    private final JdbcClient jdbc;
    private final Imports imports;

    ReimportsController(Reimports reimports, Imports imports, JdbcClient jdbc) {
        this.reimports = reimports;
        this.jdbc = jdbc;
        this.imports = imports;
    }

    /** Begins to read uploads again in the background. @param all whether to include uploads that the present parsers have read */
    @PostMapping("/api/v1/readings")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Begun begin(@RequestParam(defaultValue = "false") boolean all) {
        var begun = reimports.begin(all);
        imports.submitUnfinished();
        return new Begun(begun.size(), ReadingVersion.current());
    }

    /** Returns repeated readings, newest first. @param changed only those with a change or a failure */
    @GetMapping("/api/v1/rereads")
    Listing<Reimport> list(@RequestParam(defaultValue = "false") boolean changed,
            @RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "50") int size) {
        var paging = new Paging(page, size);
        var where = changed ? CHANGED : "";
        long total = jdbc.sql("select count(*)" + FROM + where).query(Long.class).single();
        var items = jdbc.sql("""
                select n.upload_id, n.filename, n.state, n.message, n.changed_rows, n.ended_at,
                       n.parser_version, n.format, n.line_count, n.row_count, n.problem_count, n.run_count,
                       b.state as b_state, b.parser_version as b_parser_version, b.format as b_format,
                       b.line_count as b_line_count, b.row_count as b_row_count, b.problem_count as b_problem_count,
                       b.run_count as b_run_count
                """ + FROM + where + " order by n.id desc limit ? offset ?").params(paging.size(), paging.offset())
                .query(ReimportsController::reimport).list();
        return new Listing<>(total, items);
    }

    private static Reimport reimport(ResultSet row, int number) throws SQLException {
        var ended = row.getObject("ended_at", OffsetDateTime.class);
        return Reimport.of(row.getString("upload_id"), row.getString("filename"),
                Upload.State.valueOf(row.getString("state")), row.getString("message"), counts(row, "b_"),
                counts(row, ""), (Long) row.getObject("changed_rows"), ended == null ? null : ended.toInstant());
    }

    private static Counts counts(ResultSet row, String prefix) throws SQLException {
        return new Counts(row.getString(prefix + "parser_version"),
                Upload.State.valueOf(row.getString(prefix + "state")), row.getString(prefix + "format"),
                row.getLong(prefix + "line_count"), row.getLong(prefix + "row_count"),
                row.getLong(prefix + "problem_count"), row.getLong(prefix + "run_count"));
    }

    /** @param uploads number of uploads that are read again @param parsers versions of the parsers */
    record Begun(int uploads, String parsers) {}
}
