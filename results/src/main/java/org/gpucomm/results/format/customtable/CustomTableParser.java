package org.gpucomm.results.format.customtable;

import java.util.List;

import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;

/** Parser of one table by its mapping: comments, the header, rows. */
public final class CustomTableParser implements Format.Parser {

    private final Mapping mapping;
    private final boolean leftOut;
    private final int section;
    private final MappedRows rows;
    private boolean headerSeen;
    /** Cells of the last row. */
    private List<String> last = List.of();

    public CustomTableParser(Log log, Mapping mapping) {
        this.mapping = mapping;
        this.leftOut = mapping.isLeftOut();
        this.section = log.begin();
        this.rows = new MappedRows(mapping, log, section);
    }

    /** Returns whether the head is a table with a size or a number of ranks, and with a time or a bandwidth, certain or likely. */
    public static boolean recognises(List<String> head) {
        return Proposal.of(head, "").filter(proposed -> (proposed.has(Meaning.SIZE) || proposed.has(Meaning.RANKS))
                && proposed.columns().stream().anyMatch(column -> column.meaning().isMeasured())).isPresent();
    }

    @Override
    public Entry read(Line line) {
        var text = line.text();
        boolean marked = text.stripLeading().startsWith("#");
        var cells = CsvLine.cells(marked ? Mapping.withoutMark(text) : text, mapping.separator())
                .map(JoinedCells::withUnitOfName);
        if (cells.isPresent() && mapping.isHeader(cells.get())) {
            headerSeen = true;
            return Entry.Note.of(line.number(), section);
        }
        if (text.isBlank() || !headerSeen || leftOut || marked || ProseTables.isRule(text)) {
            return Entry.Note.of(line.number(), section);
        }
        if (cells.isEmpty()) {
            return Entry.Problem.of(line, "the quotes of this line do not pair");
        }
        if (cells.get().size() != mapping.columns().size()) {
            return Entry.Problem.of(line,
                    "expected " + mapping.columns().size() + " columns, found " + cells.get().size());
        }
        last = JoinedCells.filled(cells.get(), last, mapping.separator());
        try {
            return new Entry.Row(line.number(), rows.measurements(last));
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Entry> end() {
        return rows.places();
    }
}
