package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Parser of the tables in a document by their mappings, one section per table. Text between tables is left to others. */
public final class TablesParser implements Format.Parser {

    private final Log log;
    private final List<CustomTable> tables;
    private final TableHeading heading;
    private final ValueLines lines;
    private @Nullable Mapping table;
    private @Nullable Mapping ended;
    private @Nullable MappedRows rows;
    private final List<MappedRows> all = new ArrayList<>();
    private int section;
    private boolean rowSeen;
    /** Cells of the last row. */
    private List<String> last = List.of();
    private boolean isSideBySide;

    /** @param headings operation that a line names; null if it names none */
    public TablesParser(Log log, List<CustomTable> tables, Function<String, @Nullable Operation> headings) {
        this.log = log;
        this.tables = List.copyOf(tables);
        this.heading = new TableHeading(headings);
        this.lines = new ValueLines(headings);
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (tables.getFirst().mapping().separator() == ValueLines.SEPARATOR) {
            return ofLine(line, tables.getFirst().mapping());
        }
        var begun = begun(text);
        if (begun.isPresent()) {
            table = begun.get();
            section = log.begin();
            rows = new MappedRows(table, log, section);
            rowSeen = false;
            last = List.of();
            isSideBySide = JoinedCells.sideBySide(ProseTables.cells(text, table.separator()), table.columns().size())
                    .size() > 1;
            all.add(rows);
            // Tables that have one size each are rows of one curve and get no title, nor do those of one setting each.
            boolean isTitled = !heading.text().isEmpty() && heading.settings().isEmpty()
                    && (heading.size().isEmpty() || table.has(Meaning.SIZE));
            return new Entry.Note(line.number(), section,
                    isTitled ? List.of(new Fact(Fact.TITLE, heading.text())) : List.of());
        }
        if (table == null) {
            heading.read(text);
            return ended == null ? null : afterItsEnd(line, ended);
        }
        var cells = JoinedCells.filled(ProseTables.cells(text, table.separator(), table.columns().size()), last,
                table.separator());
        if (text.isBlank() || ProseTables.isElided(text) || ProseTables.isRule(text)
                || !rowSeen && ProseTables.isUnits(text, table.separator())) {
            if (text.isBlank() && rowSeen) {
                close();
            }
            return Entry.Note.of(line.number(), section);
        }
        int columns = table.columns().size();
        var rowsOfLine = isSideBySide ? JoinedCells.sideBySide(cells, columns) : List.of(cells);
        if (rowsOfLine.stream().anyMatch(row -> row.size() != columns)) {
            return torn(line, table, cells);
        }
        rowSeen = true;
        last = cells;
        if (table.isLeftOut()) {
            return Entry.Note.of(line.number(), section);
        }
        if (!table.isCertain()) {
            return Entry.Problem.of(line, "a row of a table whose columns are not all certain: "
                    + String.join("; ", table.doubts())
                    + "; it stands too far down to be asked about: read it as a file of its own to say what they are");
        }
        return row(line, rowsOfLine);
    }

    private @Nullable Entry ofLine(Line line, Mapping mapping) {
        var row = lines.read(line.text());
        if (row.isEmpty()) {
            return null;
        }
        if (rows == null) {
            section = log.begin();
            rows = new MappedRows(mapping, log, section);
            all.add(rows);
        }
        var entry = row(line, List
                .of(ValueLines.cells(row, mapping.columns().stream().map(Mapping.MappedColumn::header).toList())));
        return entry instanceof Entry.Row read && !line.writer().isEmpty()
                ? new Entry.Row(read.line(), read.measurements().stream().map(each -> by(line.writer(), each)).toList())
                : entry;
    }

    /** Returns the measurement with the rank or pod that printed it as a setting. */
    private static Measurement by(String writer, Measurement each) {
        var name = Cells.isWhole(writer) ? "rank" : "writer";
        return new Measurement(each.source(), each.section(), each.stack(), each.platform(), each.workload(),
                each.outcome(), each.startedAt(), each.settings().with(name, writer));
    }

    private Entry row(Line line, List<List<String>> rowsOfLine) {
        try {
            var measurements = new ArrayList<Measurement>();
            for (var cells : rowsOfLine) {
                for (var row : JoinedCells.rows(cells)) {
                    measurements.addAll(Objects.requireNonNull(rows).measurements(row));
                }
            }
            return new Entry.Row(line.number(), measurements);
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Entry> end() {
        return all.stream().flatMap(each -> each.places().stream()).toList();
    }

    /** Ends the table at a line that is not a row, unless the line looks like a torn row, which is a problem. */
    private @Nullable Entry torn(Line line, Mapping of, List<String> cells) {
        boolean parted = cells.size() > 1 || of.separator() == '|' && line.text().indexOf('|') >= 0;
        boolean number = !cells.isEmpty() && !cells.getFirst().isEmpty()
                && Character.isDigit(cells.getFirst().charAt(0));
        if (parted && (of.separator() == '|' || of.separator() == '\t') || number) {
            return Entry.Problem.of(line, "expected " + of.columns().size() + " columns, found " + cells.size());
        }
        close();
        heading.read(line.text());
        return null;
    }

    private void close() {
        ended = table;
        table = null;
    }

    /** Returns a problem for a line like a row after the end of a table: it may belong to that table or to one with a lost header. */
    private static @Nullable Entry afterItsEnd(Line line, Mapping of) {
        if (ProseTables.isRule(line.text()) || line.text().isBlank()) {
            return null;
        }
        var cells = ProseTables.cells(line.text(), of.separator()).stream().filter(cell -> !cell.isEmpty()).toList();
        boolean row = cells.size() > 1 && cells.stream().filter(cell -> Character.isDigit(cell.charAt(0))).count() > 1;
        return row
                ? Entry.Problem.of(line,
                        "looks like a row of the table that ended above it, or of one without a header")
                : null;
    }

    /** Returns the mapping of the table that begins here; outside the searched head, its header may have a new heading. */
    private Optional<Mapping> begun(String text) {
        var alike = tables.stream().filter(each -> each.mapping().isHeader(text)).toList();
        if (!alike.isEmpty()) {
            heading.begin();
        }
        return alike.stream().filter(each -> each.heading().equals(heading.text())).findFirst()
                .map(CustomTable::mapping)
                .or(() -> alike.stream().findFirst().map(each -> each.mapping().isLeftOut()
                        ? each.mapping()
                        : ProseTables.under(withoutSize(each.mapping()).withOperationOf(log.source()), heading)));
    }

    /** Returns the mapping without the size in the heading of another table. */
    private static Mapping withoutSize(Mapping mapping) {
        return mapping.fixed().containsKey(Meaning.SIZE)
                ? mapping.withFixed(Meaning.SIZE, Mapping.NO_SIZE)
                : mapping;
    }
}
