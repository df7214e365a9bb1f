package org.gpucomm.server.access;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.ColumnText;
import org.gpucomm.server.access.AuditLog.Entry;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Audit log: what was changed, when and by whom. */
@RestController
public class AuditLog {

    private static final String SUBJECT = AuditLog.class.getName();
    private static final int LONGEST = 500;

    private final JdbcClient jdbc;

    AuditLog(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Sets the subject that a request has changed, for its entry. */
    public static void subject(HttpServletRequest request, String subject) {
        request.setAttribute(SUBJECT, subject);
    }

    void add(HttpServletRequest request, HttpServletResponse response) {
        var path = request.getServletPath();
        var made = Objects.requireNonNullElse(response.getHeader(HttpHeaders.LOCATION), path);
        var subject = Objects.requireNonNullElse((String) request.getAttribute(SUBJECT), made);
        jdbc.sql("""
                insert into audit_log (done_at, who, method, path, status, subject, client)
                values (current_timestamp, ?, ?, ?, ?, ?, ?)
                """).params(Caller.current().name(), request.getMethod(), ColumnText.cut(path, LONGEST),
                response.getStatus(), ColumnText.cut(subject, LONGEST), ProxyFilter.client(request)).update();
    }

    /** Returns entries, newest first. @param q text that the subject must contain; empty = all */
    @GetMapping("/api/v1/audit-log")
    Listing<Entry> auditLog(@RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        var paging = new Paging(page, size);
        long total = jdbc.sql("select count(*) from audit_log where position(? in subject) > 0 or ? = ''")
                .params(q, q).query(Long.class).single();
        List<Entry> items = jdbc.sql("""
                select done_at, who, method, path, status, subject, client from audit_log
                 where position(? in subject) > 0 or ? = '' order by id desc limit ? offset ?
                """).params(q, q, paging.size(), paging.offset())
                .query((row, n) -> new Entry(row.getObject(1, OffsetDateTime.class).toInstant(), row.getString(2),
                        row.getString(3), row.getString(4), row.getInt(5), row.getString(6), row.getString(7)))
                .list();
        return new Listing<>(total, items);
    }

    /**
     * @param path    decoded path, on which permissions were decided
     * @param subject what the request created or changed
     */
    record Entry(Instant at, String who, String method, String path, int status, String subject, String client) {}
}
