package org.gpucomm.results.format.canonical;

import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.io.function.IOConsumer;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/** Writer of measurements as canonical CSV: first the header, then a line per measurement, each ended by LF. */
public final class CanonicalWriter implements Flushable {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().get();
    private static final Column[] COLUMNS = Column.values();
    /** Number of characters gathered before they are written to a stream. */
    private static final int FULL = 1 << 15;

    private final StringBuilder text = new StringBuilder();
    private final IOConsumer<CharSequence> out;
    private final int full;
    private final UnaryOperator<String> cells;
    /** Value and cell of the previous row in each column: the rows of a run have most texts in common. */
    private final @Nullable Object[] values = new Object[COLUMNS.length];
    private final String[] written = new String[COLUMNS.length];

    /** Creates a writer that writes the header, and each row, at once. */
    public CanonicalWriter(Appendable out) throws IOException {
        this(out::append, 0, UnaryOperator.identity());
    }

    private CanonicalWriter(IOConsumer<CharSequence> out, int full, UnaryOperator<String> cells) throws IOException {
        this.out = out;
        this.full = full;
        this.cells = cells;
        for (var column : COLUMNS) {
            text.append(cell(column.header(), column));
        }
        end();
    }

    /** Returns a writer of UTF-8, which needs a {@link #flush} after the last row. */
    public static CanonicalWriter into(OutputStream out) throws IOException {
        return new CanonicalWriter(utf8(out), FULL, UnaryOperator.identity());
    }

    /** Returns the same for a file that people open in spreadsheets, see {@link SpreadsheetCell}; the parser restores the texts. */
    public static CanonicalWriter forSpreadsheets(OutputStream out) throws IOException {
        return new CanonicalWriter(utf8(out), FULL, SpreadsheetCell::write);
    }

    private static IOConsumer<CharSequence> utf8(OutputStream out) {
        return text -> out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    public void write(Measurement measurement) throws IOException {
        for (var column : COLUMNS) {
            var value = column.valueOf(measurement);
            if (value instanceof Decimal || value instanceof Number) {
                text.append(',').append(value); // digits need no quotes and are not a formula
            } else if (value == null) {
                text.append(',');
            } else {
                print(value, column);
            }
        }
        end();
    }

    @Override
    public void flush() throws IOException {
        out.accept(text);
        text.setLength(0);
    }

    private void print(Object value, Column column) throws IOException {
        int at = column.ordinal();
        if (value != values[at]) {
            values[at] = value;
            written[at] = cell(cells.apply(value.toString()), column);
        }
        text.append(written[at]);
    }

    private static String cell(String value, Column column) throws IOException {
        boolean first = column == COLUMNS[0];
        if (isPlain(value) && !(first && value.isEmpty())) {
            return first ? value : "," + value;
        }
        var quoted = new StringBuilder();
        FORMAT.print(value, quoted, first);
        return quoted.toString();
    }

    /** Returns whether the cell needs no quotes, as nearly all cells; Commons CSV takes a third of a conversion to find that out. */
    private static boolean isPlain(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c <= '#' || c == ',' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private void end() throws IOException {
        text.append('\n');
        if (text.length() > full) {
            flush();
        }
    }

}
