package org.gpucomm.results.format.nccltests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.RowCopies;
import org.gpucomm.results.format.RowCopies.Copied;
import org.gpucomm.results.format.RowCopies.Similar;
import org.gpucomm.results.format.RowWords;
import org.jspecify.annotations.Nullable;

/**
 * Copies the rows of a table that differ from the one read last in nothing but numbers, as nearly all do: digits with a point at
 * most, under columns that stand in the usual order. Whatever else there is, {@link Rows} reads.
 */
final class PlainRows {

    private static final byte[] NOT_PRINTED = {'N', '/', 'A'};
    /** Such a number at the very beginning of a line might be a time that a launcher put there. */
    private static final int LONG = 10;

    private final TableLayout layout;
    private final AverageCheck average;
    private List<Measurement> last = List.of();
    private byte[][] shared = {};

    PlainRows(TableLayout layout, AverageCheck average) {
        this.layout = layout;
        this.average = average;
    }

    /** The row read last. @param plain whether its words are those of the header's columns, one each */
    void last(boolean plain, Words words, List<Measurement> measurements) {
        last = plain && measurements.size() == layout.blocks().size() ? measurements : List.of();
        if (last.isEmpty()) {
            return;
        }
        if (shared.length == 0) {
            shared = new byte[layout.shared()][];
        }
        for (int i = 0; i < shared.length; i++) {
            if (i != layout.size() && i != layout.count()) {
                shared[i] = words.get(i).getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    Copied copy(byte[] bytes, int from, int to, RowCopies out) throws IOException {
        if (last.isEmpty() || !layout.isPlain()) {
            return Copied.nothing(from);
        }
        var words = new RowWords();
        var similar = new @Nullable Similar[last.size()];
        int at = from;
        int lines = 0;
        int end = endOfLines(bytes, from, to);
        while (at < end) {
            int next = words.read(bytes, at);
            if (next < 0 || !isRow(words, at)) {
                break;
            }
            for (int i = 0; i < similar.length; i++) {
                var each = similar[i];
                if (each == null) {
                    each = out.similarTo(last.get(i));
                    similar[i] = each;
                }
                int time = layout.shared() + 4 * i;
                average.add(words, time + 2);
                each.write(words, layout.size(), time);
            }
            at = next;
            lines++;
        }
        return new Copied(at, lines, (long) lines * similar.length);
    }

    /** Behind the last line that ends here. */
    private static int endOfLines(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private boolean isRow(RowWords words, int at) {
        if (words.count() != layout.columns() || words.from(0) == at && words.length(0) >= LONG) {
            return false;
        }
        for (int i = 0; i < shared.length; i++) {
            boolean number = i == layout.size() || i == layout.count();
            if (number ? !words.isWhole(i) : !words.is(i, shared[i])) {
                return false;
            }
        }
        for (int i = shared.length; i < words.count(); i++) {
            boolean wrong = (i - shared.length) % 4 == 3;
            if (!(wrong ? words.isZero(i) || words.is(i, NOT_PRINTED) : words.isDecimal(i))) {
                return false;
            }
        }
        return true;
    }
}
