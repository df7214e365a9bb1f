package org.gpucomm.results.format;

import java.util.List;

import org.gpucomm.results.format.foreigncsv.Mapping;
import org.gpucomm.results.format.foreigncsv.OwnTable;

/**
 * Tables whose columns are not all certain: they are read once somebody has said what they mean. {@link LogReader#open(
 * java.io.InputStream, String, OwnTable.Answers)} takes the answers.
 */
public final class MappingNeeded extends UnreadableFile {

    private static final long serialVersionUID = 1L;

    private final transient List<OwnTable> tables;

    /** @param tables of which one at least is not certain */
    MappingNeeded(List<OwnTable> tables) {
        super(OwnTable.doubts(tables));
        this.tables = List.copyOf(tables);
    }

    /** Returns all tables of the file, those that are certain too, as they would be read. */
    public List<OwnTable> tables() {
        return tables;
    }

    /** Returns what the columns of the first table that is not certain seem to mean. */
    public Mapping proposed() {
        return tables.stream().map(OwnTable::mapping).filter(mapping -> !mapping.isCertain()).findFirst().orElseThrow();
    }
}
