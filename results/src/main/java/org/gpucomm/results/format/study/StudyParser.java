package org.gpucomm.results.format.study;

import java.util.List;

import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Reads one table: header, then rows. */
public final class StudyParser implements Format.Parser {

    private final String source;
    private final int section;
    private List<String> headerCells = List.of();
    private @Nullable StudyHeader header;

    public StudyParser(Log log) {
        this.source = log.source();
        this.section = log.begin();
    }

    /** Whether a file that begins with these lines is such a table. */
    public static boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(StudyHeader::isOne).isPresent();
    }

    @Override
    public Entry read(Line line) {
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), 0);
        }
        var cells = CsvLine.cells(line.text());
        if (cells.isEmpty()) {
            return problem(line, "the quotes of this line do not pair");
        }
        if (header == null || cells.get().equals(headerCells)) {
            headerCells = cells.get();
            header = StudyHeader.of(headerCells);
            return Entry.Note.of(line.number(), section);
        }
        if (cells.get().size() != headerCells.size()) {
            return problem(line, "expected " + headerCells.size() + " columns, found " + cells.get().size());
        }
        try {
            var row = new StudyRow(source, section, header, cells.get());
            return new Entry.Row(line.number(), header.isJacobi() ? row.jacobi() : row.bandwidths());
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }
}
