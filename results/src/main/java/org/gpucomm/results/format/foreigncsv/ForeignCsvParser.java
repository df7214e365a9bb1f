package org.gpucomm.results.format.foreigncsv;

import java.util.List;

import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;

/** This parser reads one table by its mapping: comments, the header, rows. */
public final class ForeignCsvParser implements Format.Parser {

    private final Log log;
    private final Mapping mapping;
    private final int section;
    private boolean headerSeen;

    public ForeignCsvParser(Log log, Mapping mapping) {
        this.log = log;
        this.mapping = mapping;
        this.section = log.begin();
    }

    /** Returns whether the head is a table with a size or a number of ranks, and a time or a bandwidth, known or likely. */
    public static boolean recognises(List<String> head) {
        return Proposal.of(head, "").filter(proposed -> (proposed.has(Meaning.SIZE) || proposed.has(Meaning.RANKS))
                && proposed.columns().stream().anyMatch(column -> column.meaning().isMeasured())).isPresent();
    }

    @Override
    public Entry read(Line line) {
        var text = line.text();
        if (mapping.isHeader(text)) {
            headerSeen = true;
            return Entry.Note.of(line.number(), section);
        }
        if (text.isBlank() || !headerSeen || mapping.isLeftOut() || text.stripLeading().startsWith("#")) {
            return Entry.Note.of(line.number(), section);
        }
        var cells = CsvLine.cells(text, mapping.separator());
        if (cells.isEmpty()) {
            return Entry.Problem.of(line, "the quotes of this line do not pair");
        }
        if (cells.get().size() != mapping.columns().size()) {
            return Entry.Problem.of(line,
                    "expected " + mapping.columns().size() + " columns, found " + cells.get().size());
        }
        try {
            return new Entry.Row(line.number(),
                    new MappedRow(mapping, cells.get(), log.source(), section).measurements());
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }
}
