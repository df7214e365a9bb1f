package org.gpucomm.server.ingest.parsing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.format.MappingNeeded;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.CustomTables;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.MappingText;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Meanings of columns that people gave, of each reading and remembered for tables of the same header. */
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
     * Returns the log of a reading, its tables read as somebody said of them, or of others with such a header.
     *
     * @throws MappingNeeded when something is open; its proposal is stored with the reading
     */
    public NumberedLog open(Reading reading) throws IOException, UnreadableFile {
        try {
            return new NumberedLog(files.open(reading.sha256()), reading.filename(), answers(reading.id()));
        } catch (MappingNeeded needed) {
            keep(reading.id(), needed.tables());
            throw needed;
        }
    }

    /** Stores the open questions about an archive's tables with the reading, in addition to answered ones. */
    public void askOf(Reading reading, List<CustomTable> asked) {
        if (!asked.isEmpty()) {
            keep(reading.id(), with(of(reading.id()), asked));
        }
    }

    /** Those of a reading, said or proposed. */
    public List<CustomTable> of(long reading) {
        return jdbc.sql("select mapping from reading where id = ? and mapping is not null").param(reading)
                .query((row, n) -> CustomTables.parse(row.getString(1))).optional().orElse(List.of());
    }

    /** Those by which the shown reading of these bytes was read. */
    CustomTable.Answers ofShown(String sha256) {
        return said(jdbc.sql("""
                select r.mapping from upload u join reading r on r.id = u.reading_id
                 where u.sha256 = ? and r.mapping is not null and r.state <> 'needs_mapping'
                """).param(sha256).query((row, n) -> CustomTables.parse(row.getString(1))).optional()
                .orElse(List.of()));
    }

    public void keep(long reading, List<CustomTable> tables) {
        jdbc.sql("update reading set mapping = ? where id = ?").params(CustomTables.text(tables), reading).update();
    }

    /** Tables with others in their places, or behind them where they are new. */
    public static List<CustomTable> with(List<CustomTable> tables, List<CustomTable> others) {
        var all = new ArrayList<>(tables);
        all.removeIf(table -> others.stream().anyMatch(table::isSameAs));
        all.addAll(others);
        return all;
    }

    /** What is remembered of such a header is noted with the reading, which is read in the same way from then on. */
    private CustomTable.Answers answers(long reading) {
        var said = new ArrayList<>(of(reading));
        return proposed -> {
            var known = said(said).of(proposed);
            if (known.isCertain()) {
                return known;
            }
            var remembered = remembered(known);
            if (remembered.isEmpty() || !remembered.get().isCertain()) {
                return remembered.orElse(known);
            }
            said.removeIf(proposed::isSameAs);
            said.add(proposed.with(remembered.get()));
            keep(reading, said);
            return remembered.get();
        };
    }

    private static CustomTable.Answers said(List<CustomTable> tables) {
        return proposed -> tables.stream().filter(proposed::isSameAs).map(CustomTable::mapping)
                .filter(Mapping::isCertain)
                .findFirst().orElse(proposed.mapping());
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
        return HexFormat.of()
                .formatHex(StoredFiles.sha256().digest(mapping.fingerprint().getBytes(StandardCharsets.UTF_8)));
    }
}
