package org.gpucomm.server.ingest.uploads;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;

import org.apache.commons.codec.digest.DigestUtils;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.uploads.Uploads.Added;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.LimitedBody;
import org.gpucomm.server.web.SpooledBody;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoint for reports of NVIDIA's cluster readiness examination, whose sender repeats a report under its key until a 2xx. */
@RestController
class DeliveriesController {

    private static final DataSize MOST = DataSize.ofMegabytes(16);
    private static final int LONGEST_KEY = 200;

    private final StoredFiles files;
    private final Uploads uploads;
    private final Imports imports;
    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    DeliveriesController(StoredFiles files, Uploads uploads, Imports imports, JdbcClient jdbc,
            TransactionOperations transaction) {
        this.files = files;
        this.uploads = uploads;
        this.imports = imports;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** Stores a report and answers once it is on disk; it is imported in the background. */
    @PostMapping(path = "/api/v1/uploads/nvcre", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Upload> deliver(@RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            HttpServletRequest request) throws IOException {
        if (key == null || key.isBlank() || key.length() > LONGEST_KEY) {
            throw new BadParameter("the header Idempotency-Key must have 1 to " + LONGEST_KEY
                    + " characters: the report's id");
        }
        files.checkLength(request.getContentLengthLong());
        try (var body = body(request); var report = SpooledBody.of(body, request.getServletContext())) {
            requireJson(report);
            var known = find(key, sha256(report));
            if (known.isPresent()) {
                return answer(HttpStatus.OK, known.get());
            }
            try (var bytes = report.open()) {
                var added = add(key, files.store(bytes),
                        Filename.of("nvcre-" + key.replaceAll("[^A-Za-z0-9._-]", "_") + ".json"));
                added.reading().ifPresent(imports::submit);
                return answer(added.isNew() ? HttpStatus.CREATED : HttpStatus.OK, added.id());
            }
        } catch (ZipException | EOFException e) {
            throw new BadParameter("the Content-Encoding is gzip and the bytes are damaged (" + e.getMessage() + ")");
        }
    }

    /** Returns the id of the upload that was delivered under a key; empty if none was. @throws Refused if it had other bytes */
    private Optional<String> find(String key, String sha256) {
        return jdbc.sql("select upload_id, sha256 from delivery where idempotency_key = ?").param(key)
                .query((row, n) -> {
                    if (!row.getString(2).equals(sha256)) {
                        throw Refused.conflict("Another report, of upload " + row.getString(1)
                                + ", was delivered under this Idempotency-Key.");
                    }
                    return row.getString(1);
                }).optional();
    }

    /** Makes stored bytes the upload of a key. Of concurrent deliveries with one key only the first counts, and all get its answer. */
    private Added add(String key, StoredFiles.StoredFile file, String filename) {
        return transaction.execute(status -> {
            var added = uploads.add(file, filename);
            boolean isFirst = jdbc.sql("""
                    insert into delivery (idempotency_key, upload_id, sha256, received_at)
                    values (?, ?, ?, current_timestamp)
                    on conflict do nothing
                    """).params(key, added.id(), file.sha256()).update() == 1;
            if (!isFirst) {
                find(key, file.sha256());
            }
            return added;
        });
    }

    private ResponseEntity<Upload> answer(HttpStatus status, String id) {
        var linked = UploadsController.linked(uploads.named(id));
        return ResponseEntity.status(status).header(HttpHeaders.LOCATION, linked.url()).body(linked);
    }

    private static InputStream body(HttpServletRequest request) throws IOException {
        return LimitedBody.of(UploadsController.body(request), MOST.toBytes(),
                "A report has at most " + MOST.toMegabytes() + " MB.");
    }

    private static void requireJson(SpooledBody report) throws IOException {
        try (var bytes = new BufferedInputStream(report.open())) {
            int first = bytes.read();
            while (first >= 0 && first <= ' ') {
                first = bytes.read();
            }
            if (first != '{' && first != '[') {
                throw new BadParameter("the body is no JSON object");
            }
        }
    }

    private static String sha256(SpooledBody report) throws IOException {
        try (var bytes = report.open()) {
            return DigestUtils.sha256Hex(bytes);
        }
    }
}
