package org.gpucomm.results.format;

import java.util.List;

import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;

/**
 * Tables whose columns are not all certain: they are read once somebody has said what they mean. {@link LogReader#open(
 * java.io.InputStream, String, CustomTable.Answers)} takes the answers.
 */
public final class MappingNeeded extends UnreadableFile {

    private static final long serialVersionUID = 1L;

    private final transient List<CustomTable> tables;

    /** @param tables of which one at least is not certain */
    MappingNeeded(List<CustomTable> tables) {
        super(CustomTable.doubts(tables));
        this.tables = List.copyOf(tables);
    }

    /** Returns all tables of the file, those that are certain too, as they would be read. */
    public List<CustomTable> tables() {
        return tables;
    }

    /** Returns what the columns of the first table that is not certain seem to mean. */
    public Mapping proposed() {
        return tables.stream().map(CustomTable::mapping).filter(mapping -> !mapping.isCertain()).findFirst()
                .orElseThrow();
    }
}
