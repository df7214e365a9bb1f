package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/** A file that is one table of CSV: a header, which may be repeated anywhere, rows with as many cells as the header, and blank lines. */
public abstract class CsvTable implements Format.Parser {

    protected final int section;
    private List<String> header = List.of();

    /** @param section section of the header; 0 if each row names its own section */
    protected CsvTable(int section) {
        this.section = section;
    }

    /** Returns the cells of the first line that is not blank; empty if there is none or its quotes do not pair. */
    public static Optional<List<String>> header(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells);
    }

    /** Returns the cells of the first line that passes the test; empty if there is none. */
    public static Optional<List<String>> header(List<String> head, Predicate<List<String>> isHeader) {
        return head.stream().filter(line -> line.indexOf(',') > 0).flatMap(line -> CsvLine.cells(line).stream())
                .filter(isHeader).findFirst();
    }

    /** Returns whether the table begins with these cells; lines above the header do not belong to the table. */
    protected boolean isHeader(List<String> cells) {
        return true;
    }

    /**
     * Reads the header and returns the names of unknown columns.
     *
     * @throws IllegalArgumentException if a column that every row needs is missing; the message names the column
     */
    protected abstract List<String> begin(List<String> header);

    /** Returns the measurements of a row. @throws IllegalArgumentException if the cells are not one; the message says why */
    protected abstract List<Measurement> measurements(List<String> cells);

    @Override
    public final @Nullable Entry read(Line line) {
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), 0);
        }
        var cells = CsvLine.cells(line.text()).orElse(null);
        if (cells == null) {
            return Entry.Problem.of(line, "the quotes of this line do not pair; a cell must not go over several lines");
        }
        try {
            if (header.isEmpty()) {
                if (!isHeader(cells)) {
                    return null;
                }
                header = cells;
                var unknown = begin(header);
                if (!unknown.isEmpty()) {
                    return Entry.Problem.of(line, SectionParser.UNKNOWN_COLUMNS
                            + String.join(", ", unknown.stream().map(name -> "'" + name + "'").toList()));
                }
            }
            if (cells.equals(header)) {
                return Entry.Note.of(line.number(), section);
            }
            if (cells.size() != header.size()) {
                throw new IllegalArgumentException("expected " + header.size() + " columns, found " + cells.size());
            }
            return new Entry.Row(line.number(), measurements(cells));
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }
}
