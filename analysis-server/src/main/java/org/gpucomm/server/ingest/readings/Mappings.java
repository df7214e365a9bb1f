package org.gpucomm.server.ingest.readings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Optional;

import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.foreigncsv.Mapping;
import org.gpucomm.results.format.foreigncsv.MappingText;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.readings.Readings.Reading;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people said that the columns of their tables mean, of each reading and remembered for tables of the same header. */
@Component
public class Mappings {

    private final JdbcClient jdbc;
    private final StoredFiles files;
    private final Clock clock;

    Mappings(JdbcClient jdbc, StoredFiles files, Clock clock) {
        this.jdbc = jdbc;
        this.files = files;
        this.clock = clock;
    }

    /**
     * Returns the log of a reading, with its mapping or a remembered one.
     *
     * @throws MappingNeeded when there is none; what it proposes is kept with the reading
     */
    public NumberedLog open(Reading reading) throws IOException, UnreadableFile {
        try {
            var said = of(reading.id()).filter(Mapping::isCertain).orElse(null);
            return new NumberedLog(files.open(reading.sha256()), reading.filename(), said);
        } catch (MappingNeeded needed) {
            var mapping = remembered(needed.proposed()).orElse(needed.proposed());
            keep(reading.id(), mapping);
            if (!mapping.isCertain()) {
                throw needed;
            }
            return new NumberedLog(files.open(reading.sha256()), reading.filename(), mapping);
        }
    }

    /** That of a reading, said or proposed. */
    public Optional<Mapping> of(long reading) {
        return jdbc.sql("select mapping from reading where id = ? and mapping is not null").param(reading)
                .query((row, n) -> MappingText.parse(row.getString(1))).optional();
    }

    /** That by which the shown reading of these bytes was read; null = none was needed. */
    @Nullable
    Mapping ofShown(String sha256) {
        return jdbc.sql("""
                select r.mapping from upload u join reading r on r.id = u.reading_id
                 where u.sha256 = ? and r.mapping is not null and r.state <> 'needs_mapping'
                """).param(sha256).query((row, n) -> MappingText.parse(row.getString(1))).optional().orElse(null);
    }

    public void keep(long reading, Mapping mapping) {
        jdbc.sql("update reading set mapping = ? where id = ?").params(mapping.toString(), reading).update();
    }

    /** For other tables of the same header. */
    public void remember(Mapping mapping) {
        var key = key(mapping);
        jdbc.sql("delete from csv_mapping where fingerprint = ?").param(key).update();
        jdbc.sql("insert into csv_mapping (fingerprint, mapping, saved_at) values (?, ?, ?)").params(key,
                mapping.ofHeader().toString(), OffsetDateTime.now(clock)).update();
    }

    /** With what this file's own name says. */
    private Optional<Mapping> remembered(Mapping proposed) {
        return jdbc.sql("select mapping from csv_mapping where fingerprint = ?").param(key(proposed))
                .query((row, n) -> MappingText.parse(row.getString(1))).optional().map(known -> {
                    var mapping = known;
                    for (var fixed : proposed.fixed().entrySet()) {
                        mapping = mapping.withFixed(fixed.getKey(), fixed.getValue());
                    }
                    return mapping;
                });
    }

    private static String key(Mapping mapping) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(mapping.fingerprint().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
