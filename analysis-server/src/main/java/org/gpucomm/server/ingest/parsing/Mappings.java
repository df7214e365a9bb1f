package org.gpucomm.server.ingest.parsing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.commons.codec.digest.DigestUtils;
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

/** Meanings of columns that people gave, stored for each reading and for other tables with the same header. */
@Component
public class Mappings {

    private final JdbcClient jdbc;
    private final StoredFiles files;

    Mappings(JdbcClient jdbc, StoredFiles files) {
        this.jdbc = jdbc;
        this.files = files;
    }

    /**
     * Returns the log of a reading, with the meanings of columns stored for it or for the headers of its tables.
     *
     * @throws MappingNeeded if a question is open; its proposal is stored with the reading
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

    /** Returns the tables of a reading, with answers or proposals. */
    public List<CustomTable> of(long reading) {
        return jdbc.sql("select mapping from reading where id = ? and mapping is not null").param(reading)
                .query((row, n) -> CustomTables.parse(row.getString(1))).optional().orElse(List.of());
    }

    public void keep(long reading, List<CustomTable> tables) {
        jdbc.sql("update reading set mapping = ? where id = ?").params(CustomTables.text(tables), reading).update();
    }

    /** Returns tables with some replaced by others; new ones are added at the end. */
    public static List<CustomTable> with(List<CustomTable> tables, List<CustomTable> others) {
        var all = new ArrayList<>(tables);
        all.removeIf(table -> others.stream().anyMatch(table::isSameAs));
        all.addAll(others);
        return all;
    }

    /** Returns the answers for a reading. An answer stored for a header is copied to the reading, which then always uses it. */
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

    /** Returns the answers for the tables with a certain mapping. */
    static CustomTable.Answers said(List<CustomTable> tables) {
        return proposed -> tables.stream().filter(proposed::isSameAs).map(CustomTable::mapping)
                .filter(Mapping::isCertain)
                .findFirst().orElse(proposed.mapping());
    }

    /** Stores a mapping for other tables with the same header. */
    public void remember(Mapping mapping) {
        var key = key(mapping);
        jdbc.sql("delete from csv_mapping where fingerprint = ?").param(key).update();
        jdbc.sql("insert into csv_mapping (fingerprint, mapping, saved_at) values (?, ?, current_timestamp)")
                .params(key, mapping.ofHeader().toString()).update();
    }

    /** Returns the mapping stored for a header, combined with the facts from this file's name. */
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
        return DigestUtils.sha256Hex(mapping.fingerprint());
    }
}
