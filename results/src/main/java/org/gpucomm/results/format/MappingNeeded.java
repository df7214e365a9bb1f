package org.gpucomm.results.format;

import java.util.List;

import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;

/**
 * Tables with uncertain columns, which can be read once the user has said what the columns mean. {@link LogReader#open(java.io.InputStream,
 * String, CustomTable.Answers)} takes the answers.
 */
public final class MappingNeeded extends UnreadableFile {

    private static final long serialVersionUID = 1L;

    private final transient List<CustomTable> tables;

    /** @param tables tables of the file, at least one of them uncertain */
    MappingNeeded(List<CustomTable> tables) {
        super(CustomTable.doubts(tables));
        this.tables = List.copyOf(tables);
    }

    /** Returns all tables of the file, including certain ones, with the mappings proposed for them. */
    public List<CustomTable> tables() {
        return tables;
    }

    /** Returns the proposed meaning of the columns of the first uncertain table. */
    public Mapping proposed() {
        return tables.stream().map(CustomTable::mapping).filter(mapping -> !mapping.isCertain()).findFirst()
                .orElseThrow();
    }
}
