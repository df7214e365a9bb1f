package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.RowCopies;
import org.gpucomm.results.format.RowCopies.Copied;

/**
 * Copies rows that would be written as they are read: every cell is looked at, but those that are as in the row before, which
 * most are, only to see that. A row with quotes, spaces or signs is left to {@link Cells}, as is one with anything wrong.
 */
final class UnchangedRows {

    private static final int COLUMNS = Column.values().length;
    private static final int LAST = COLUMNS - 1;
    /** Of a number that fits {@code int}, and one that fits {@code long}. */
    private static final int DIGITS_OF_INT = 9;
    private static final int DIGITS_OF_LONG = 18;
    /** Of a {@link org.gpucomm.results.Decimal}. */
    private static final int LONGEST_DECIMAL = 40;
    private static final byte[] OUT_OF_PLACE = bytes(Placement.OUT_OF_PLACE.id());
    private static final byte[] IN_PLACE = bytes(Placement.IN_PLACE.id());
    /** One of these is what was measured. */
    private static final int[] RESULTS = Arrays.stream(new Column[]{Column.TIME_US, Column.TIME_MIN_US,
            Column.TIME_P50_US, Column.TIME_MAX_US, Column.ALGBW_GBPS, Column.BUSBW_GBPS}).mapToInt(Column::ordinal)
            .toArray();
    private static final Kind[] KINDS = Arrays.stream(Column.values()).map(Kind::of).toArray(Kind[]::new);

    /** Of each cell the index behind it: that of its comma, or of the line feed. */
    private final int[] ends = new int[COLUMNS];

    /** See {@link org.gpucomm.results.format.Format.Parser#copyRows}; of rows under exactly the columns of today. */
    Copied copy(byte[] bytes, int from, int to, RowCopies out) throws IOException {
        int before = -1;
        int at = from;
        int lines = 0;
        while (read(bytes, before, at, to)) {
            before = at;
            at = ends[LAST] + 1;
            lines++;
        }
        if (lines > 0) {
            out.copy(bytes, from, at);
        }
        return new Copied(at, lines, lines, 0);
    }

    /**
     * @param before where the row before begins, of which {@link #ends} tells; -1 if there is none
     * @return whether there is such a row at {@code at}, of which {@link #ends} tells then
     */
    private boolean read(byte[] bytes, int before, int at, int limit) {
        int cell = 0;
        int begin = at;
        int old = before;
        while (cell < COLUMNS) {
            int oldEnd = ends[cell];
            if (before >= 0) {
                int length = Math.min(ends[LAST] + 1 - old, limit - begin);
                int same = Arrays.mismatch(bytes, old, old + length, bytes, begin, begin + length);
                same = same < 0 ? length : same;
                int shift = begin - old;
                while (oldEnd - old < same) {
                    begin = oldEnd + shift + 1;
                    ends[cell] = begin - 1;
                    same -= oldEnd + 1 - old;
                    old = oldEnd + 1;
                    if (++cell == COLUMNS) {
                        return hasResult();
                    }
                    oldEnd = ends[cell];
                }
            }
            int end = KINDS[cell].end(bytes, begin, limit);
            if (end < 0 || bytes[end] != (cell == LAST ? '\n' : ',')) {
                return false;
            }
            ends[cell++] = end;
            begin = end + 1;
            old = oldEnd + 1;
        }
        return hasResult();
    }

    private boolean hasResult() {
        for (int column : RESULTS) {
            if (ends[column] > ends[column - 1] + 1) {
                return true;
            }
        }
        return false;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** What is in a cell that is written as it was read. Nothing, where that is allowed, is. */
    private enum Kind {
        TEXT,
        /** What has values of its own is read. */
        EMPTY,
        REQUIRED_TEXT,
        OPERATION,
        PLACEMENT,
        /** A whole number above 0, which has to be there. */
        REQUIRED_POSITIVE,
        POSITIVE,
        INT,
        LONG,
        DECIMAL;

        static Kind of(Column column) {
            return switch (column) {
                case SOURCE, TOOL -> REQUIRED_TEXT;
                case SECTION -> REQUIRED_POSITIVE;
                case TOOL_VERSION, LIBRARY, LIBRARY_VERSION, VARIANT, INSTANCE_TYPE, GPU, PROBLEM, DATATYPE, REDOP,
                        STARTED_AT ->
                    TEXT;
                case SETTINGS, METRICS -> EMPTY;
                case OPERATION -> OPERATION;
                case PLACEMENT -> PLACEMENT;
                case NODES, RANKS -> POSITIVE;
                case ROOT -> INT;
                case MESSAGE_BYTES, ITERATIONS -> LONG;
                case TIME_US, TIME_MIN_US, TIME_P50_US, TIME_P99_US, TIME_MAX_US, ALGBW_GBPS, BUSBW_GBPS, WRONG,
                        BASELINE_US, SPEEDUP, EFFICIENCY_PCT ->
                    DECIMAL;
            };
        }

        /** Index behind the cell, before {@code limit}; -1 if it is none of this kind. */
        int end(byte[] bytes, int from, int limit) {
            int end = switch (this) {
                case DECIMAL, POSITIVE, REQUIRED_POSITIVE, INT, LONG -> endOfNumber(bytes, from, limit);
                case TEXT, EMPTY, REQUIRED_TEXT, OPERATION, PLACEMENT -> endOfText(bytes, from, limit);
            };
            return end < limit && is(bytes, from, end) ? end : -1;
        }

        private boolean is(byte[] bytes, int from, int end) {
            int length = end - from;
            return switch (this) {
                case EMPTY -> length == 0;
                case TEXT -> length == 0 || isBare(bytes, from, end);
                case REQUIRED_TEXT -> length > 0 && isBare(bytes, from, end);
                case OPERATION ->
                    Operation.ofId(new String(bytes, from, length, StandardCharsets.US_ASCII)).isPresent();
                case PLACEMENT -> length == 0 || Arrays.equals(bytes, from, end, IN_PLACE, 0, IN_PLACE.length)
                        || Arrays.equals(bytes, from, end, OUT_OF_PLACE, 0, OUT_OF_PLACE.length);
                case REQUIRED_POSITIVE -> length > 0 && isWhole(bytes, from, end, DIGITS_OF_INT) && bytes[from] != '0';
                case POSITIVE -> length == 0 || isWhole(bytes, from, end, DIGITS_OF_INT) && bytes[from] != '0';
                case INT -> length == 0 || isWhole(bytes, from, end, DIGITS_OF_INT);
                case LONG -> length == 0 || isWhole(bytes, from, end, DIGITS_OF_LONG);
                case DECIMAL -> length == 0 || isDecimal(bytes, from, end);
            };
        }

        private static int endOfText(byte[] bytes, int from, int limit) {
            int i = from;
            while (i < limit && bytes[i] != ',' && bytes[i] != '"' && bytes[i] >= ' ' && bytes[i] <= '~') {
                i++;
            }
            return i;
        }

        private static int endOfNumber(byte[] bytes, int from, int limit) {
            int i = from;
            while (i < limit && (bytes[i] >= '0' && bytes[i] <= '9' || bytes[i] == '.')) {
                i++;
            }
            return i;
        }

        /** Whether no quotes are set round it, and no spaces taken off. */
        private static boolean isBare(byte[] bytes, int from, int end) {
            return bytes[from] > '#' && bytes[end - 1] > ' ';
        }

        private static boolean isWhole(byte[] bytes, int from, int end, int mostDigits) {
            return end - from <= mostDigits && (bytes[from] != '0' || end - from == 1) && points(bytes, from, end) == 0;
        }

        private static boolean isDecimal(byte[] bytes, int from, int end) {
            int points = points(bytes, from, end);
            return points <= 1 && end - from > points && end - from <= LONGEST_DECIMAL;
        }

        private static int points(byte[] bytes, int from, int end) {
            int points = 0;
            for (int i = from; i < end; i++) {
                points += bytes[i] == '.' ? 1 : 0;
            }
            return points;
        }
    }
}
