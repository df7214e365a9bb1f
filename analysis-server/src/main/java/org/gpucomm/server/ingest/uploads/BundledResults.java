package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;

import org.apache.commons.codec.digest.DigestUtils;
import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bundled results, which are added once as uploads like any other. */
@Component
public class BundledResults {

    private final StoredFiles files;
    private final Uploads uploads;
    private final IngestProperties properties;
    private final JdbcClient jdbc;
    private final Clock clock;

    BundledResults(StoredFiles files, Uploads uploads, IngestProperties properties, JdbcClient jdbc, Clock clock) {
        this.files = files;
        this.uploads = uploads;
        this.properties = properties;
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Adds missing and changed files. Each counts as older than the previous one, so that lists are in the order of the index. */
    public void add() throws IOException {
        if (!properties.bundled()) {
            return;
        }
        var bundled = BundledFile.all();
        var set = checksum(bundled);
        if (isAdded(set)) {
            return;
        }
        var moment = clock.instant();
        for (var file : bundled) {
            try (var bytes = file.openUpload()) {
                uploads.addBundled(files.store(bytes), file.id(), file.uploadName(), moment);
            }
            moment = moment.minusMillis(1);
        }
        remember(set);
    }

    private static String checksum(List<BundledFile> bundled) throws IOException {
        var digest = DigestUtils.getSha256Digest();
        for (var file : bundled) {
            DigestUtils.updateDigest(digest, file.path());
            try (var sources = file.openSources()) {
                DigestUtils.updateDigest(digest, sources);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private boolean isAdded(String set) {
        return jdbc.sql("select count(*) from bundled_set where sha256 = ?").param(set).query(Long.class).single() > 0;
    }

    private void remember(String set) {
        jdbc.sql("insert into bundled_set (sha256, added_at) values (?, ?) on conflict do nothing")
                .params(set, OffsetDateTime.now(clock)).update();
    }
}
