package org.gpucomm.server.ingest.rereading;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;

import org.gpucomm.server.ingest.rereading.Reread.Counts;
import org.gpucomm.server.ingest.uploads.Upload;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Changes that a repeated reading of uploads made. */
@Component
class Rereads {

    private static final String FROM = """
             from reading n join reading b on b.id = n.replaces join upload u on u.id = n.upload_id
            """;

    private static final String CHANGED = """
             where n.state <> 'ready' or n.row_count <> b.row_count or n.problem_count <> b.problem_count
                or n.run_count <> b.run_count or n.changed_rows > 0 or b.state = 'failed'
            """;

    private final JdbcClient jdbc;

    Rereads(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the newest first. @param changed only those in which something changed, or failed */
    Listing<Reread> list(boolean changed, Paging paging) {
        var where = changed ? CHANGED : "";
        long total = jdbc.sql("select count(*)" + FROM + where).query(Long.class).single();
        var items = jdbc.sql("""
                select n.upload_id, n.filename, n.state, n.message, n.changed_rows, n.ended_at,
                       n.parser_version, n.format, n.line_count, n.row_count, n.problem_count, n.run_count,
                       b.state as b_state, b.parser_version as b_parser_version, b.format as b_format,
                       b.line_count as b_line_count, b.row_count as b_row_count, b.problem_count as b_problem_count,
                       b.run_count as b_run_count
                """ + FROM + where + " order by n.id desc limit ? offset ?").params(paging.size(), paging.offset())
                .query(Rereads::reread).list();
        return new Listing<>(total, items);
    }

    private static Reread reread(ResultSet row, int number) throws SQLException {
        var ended = row.getObject("ended_at", OffsetDateTime.class);
        return Reread.of(row.getString("upload_id"), row.getString("filename"),
                Upload.State.valueOf(row.getString("state")), row.getString("message"), counts(row, "b_"),
                counts(row, ""), (Long) row.getObject("changed_rows"), ended == null ? null : ended.toInstant());
    }

    private static Counts counts(ResultSet row, String prefix) throws SQLException {
        return new Counts(row.getString(prefix + "parser_version"),
                Upload.State.valueOf(row.getString(prefix + "state")), row.getString(prefix + "format"),
                row.getLong(prefix + "line_count"), row.getLong(prefix + "row_count"),
                row.getLong(prefix + "problem_count"), row.getLong(prefix + "run_count"));
    }
}
