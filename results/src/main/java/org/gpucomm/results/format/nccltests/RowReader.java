package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.nccltests.TableLayout.ColumnBlock;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of one table by the columns of its header. */
final class RowReader {

    private static final String NOT_PRINTED = "N/A";
    private static final String INDENT = "   ";
    /** Columns {@code time algbw busbw #wrong}; {@code -I 1} adds others. */
    private static final int COLUMNS_OF_A_PLAIN_BLOCK = 4;
    private static final Decimal AT_LEAST_ONE = Decimal.of(1);
    /** Assumed maximum if the number of ranks is unknown: more than any run of a version before 2.13 had. */
    private static final int MOST_RANKS = 50_000;

    private final Log log;
    private final Section section;
    private final TableLayout layout;
    private final OperationByColumns byColumns;
    private final RowTuning chosen;
    private String type = "";
    private @Nullable String redop;
    private @Nullable Integer root;
    /** Number of measurements with wrong data in this line. */
    private int wrong;
    /** Whether a row had numbers of both placements, so that a shorter row is cut. */
    private boolean hasBothBlocks;
    private @Nullable String firstStamp;
    private @Nullable String lastStamp;

    RowReader(Log log, Section section, TableLayout layout) {
        this.log = log;
        this.section = section;
        this.layout = layout;
        this.byColumns = new OperationByColumns(section, layout);
        this.chosen = new RowTuning(log, section);
    }

    /**
     * Returns whether the line is a row or the rest of one, and not other text that begins with a number. Some logs have whole rows behind
     * a comment mark; half a row there is a comment.
     */
    boolean isRow(LineWords words) {
        if (words.commented() && words.count() < layout.columns()) {
            return false;
        }
        if (!words.isWhole(layout.size())) {
            return words.count() == layout.columns() && DataType.isOne(words.get(layout.type()));
        }
        if (isElements(words)
                && (words.is(layout.type(), type) || DataType.isOne(words.get(layout.type())))) {
            return true;
        }
        // a size is right-aligned in a wide column: text that begins like this was a row, even if its end is lost
        return words.line().startsWith(INDENT) || isElements(words) && words.count() == layout.columns();
    }

    /**
     * Returns the measurements of a row, one for each placement.
     *
     * @param isEnded whether an end of line follows, so that the row is whole
     * @throws DamagedRow with the reason if the row is incomplete
     */
    List<Measurement> read(LineWords words, boolean isEnded) throws DamagedRow {
        var shape = Shape.of(words, layout);
        if (shape.only() == 0 && (hasBothBlocks || !isEnded)) {
            throw new DamagedRow("expected " + layout.columns() + " columns, found " + words.count()
                    + ": its end is missing");
        }
        hasBothBlocks |= shape.only() < 0;
        var operation = operation(words, shape);
        long size = whole(words, layout.size());
        long count = elements(words);
        readShared(words, shape);
        var bytes = new Bytes(size);
        var settings = chosen.settings(operation, size, count * DataType.size(type), words, shape, layout);
        wrong = 0;
        var measurements = new ArrayList<Measurement>(2);
        int at = shape.firstBlock();
        for (int i = 0; i < layout.blocks().size(); i++) {
            if (!shape.has(i)) {
                continue;
            }
            var block = layout.blocks().get(i);
            if (block.time() < 0 || !words.is(at + block.time(), NOT_PRINTED)) {
                var workload = new Workload(operation, section.variant(), null, bytes, type.toLowerCase(Locale.ROOT),
                        redop, root, block.placement(), section.iterations());
                measurements.add(new Measurement(log.source(), section.number(), section.stack(), section.platform(),
                        workload, outcome(words, at, block), null, settings));
            }
            at += block.width();
        }
        section.wrongData(wrong);
        if (shape.stamp() >= 0) {
            lastStamp = words.from(shape.stamp());
            firstStamp = firstStamp == null ? lastStamp : firstStamp;
        }
        if (measurements.isEmpty()) {
            throw new DamagedRow("no block of this row has a time");
        }
        return measurements;
    }

    /** Returns the operation of the section if the row fits it; an operation that was only assumed gives way to the columns. */
    private Operation operation(LineWords words, Shape shape) throws DamagedRow {
        var named = section.operation();
        var against = named == null ? null : byColumns.against(named, words, shape);
        if (named != null && against == null) {
            section.checkWriters(named, other -> byColumns.against(other, words, shape) == null);
            return named;
        }
        if (named != null && !section.isMisnamed(named, against)) {
            section.checkWriters(named, other -> byColumns.against(other, words, shape) == null);
            throw new DamagedRow("no row of " + named.id() + ", which the log names above: " + against
                    + "; another program may have written it");
        }
        checkTimes(words, shape);
        var decided = byColumns.decide(words, shape, log.nameless());
        section.operationByColumns(decided);
        return decided;
    }

    /** Reports missing numbers as the problem, instead of the undecided operation that they cause. */
    private void checkTimes(LineWords words, Shape shape) throws DamagedRow {
        int at = shape.firstBlock();
        for (int i = 0; i < layout.blocks().size(); i++) {
            if (shape.has(i)) {
                value(words, at, layout.blocks().get(i).time());
                at += layout.blocks().get(i).width();
            }
        }
    }

    /** Returns when the first row was printed, in an unknown time zone; null if the program does not print it. */
    @Nullable
    String firstStamp() {
        return firstStamp;
    }

    @Nullable
    String lastStamp() {
        return lastStamp;
    }

    private void readShared(LineWords words, Shape shape) throws DamagedRow {
        type = words.get(layout.type());
        if (layout.redop() >= 0) {
            redop = shape.redopBlank() ? "none" : words.get(layout.redop()).toLowerCase(Locale.ROOT);
        }
        // hypercube_perf leaves the cell under redop blank
        int at = shape.redopBlank() && layout.root() > layout.redop() ? layout.root() - 1 : layout.root();
        if (at >= 0) {
            if (!words.isWhole(at) || words.get(at).length() > 9) {
                throw new DamagedRow("column root is no number: '" + words.get(at) + "'");
            }
            root = words.startsWith(at, "-") ? null : Integer.valueOf(words.get(at));
        }
    }

    private Outcome outcome(LineWords words, int at, ColumnBlock block) throws DamagedRow {
        var time = value(words, at, block.time());
        var algbw = value(words, at, block.algbw());
        var busbw = value(words, at, block.busbw());
        if (busbw != null) {
            section.average().add(words.number(at + block.busbw()), words.halfUnit(at + block.busbw()));
        }
        var micros = time == null ? null : layout.millis() ? Micros.ofMillis(time) : Micros.of(time);
        var ofWrong = wrong(words, at, block);
        if (block.width() <= COLUMNS_OF_A_PLAIN_BLOCK) {
            return Outcome.of(micros, Bandwidth.ofNullable(algbw), Bandwidth.ofNullable(busbw), ofWrong);
        }
        for (int i = 0; i < block.width(); i++) {
            value(words, at, i);
        }
        return new Outcome(micros, Micros.ofNullable(value(words, at, block.min())), null,
                Micros.ofNullable(value(words, at, block.p99())), Micros.ofNullable(value(words, at, block.max())),
                Bandwidth.ofNullable(algbw), Bandwidth.ofNullable(busbw), ofWrong, null, null, null);
    }

    private @Nullable Decimal wrong(LineWords words, int at, ColumnBlock block) throws DamagedRow {
        if (block.error() >= 0) {
            return byError(words, at + block.error(), block);
        }
        var count = value(words, at, block.wrong());
        wrong += count != null && count.doubleValue() > 0 ? 1 : 0;
        return count;
    }

    /**
     * Returns 0 or 1 wrong elements by the largest error, because versions before 2.13 print no count: 0 within the tolerance of the
     * program, beyond it 1 as the minimum. rccl-tests marks such an error with an asterisk. In-place all-to-all is not supported, so its
     * errors do not count.
     */
    private @Nullable Decimal byError(LineWords words, int i, ColumnBlock block) throws DamagedRow {
        if (words.is(i, NOT_PRINTED)) {
            return null;
        }
        boolean marked = words.contains(i, '*');
        var error = Decimal.parse(words.get(i).replace("*", ""));
        if (error.isEmpty()) {
            throw noNumber(words, i);
        }
        var ranks = section.platform().ranks();
        double tolerance = DataType.tolerance(type);
        if (!marked && error.get().doubleValue() <= tolerance * (ranks == null ? 1 : ranks - 1)) {
            return Decimal.ZERO;
        }
        boolean supported = section.operation() != Operation.ALLTOALL || block.placement() != Placement.IN_PLACE;
        boolean sure = supported
                && (marked || error.get().doubleValue() > tolerance * ((ranks == null ? MOST_RANKS : ranks) - 1));
        wrong += sure ? 1 : 0;
        return sure ? AT_LEAST_ONE : null;
    }

    /** Returns the number in a column; null if there is no such column, or the program did not measure it. */
    private static @Nullable Decimal value(LineWords words, int at, int column) throws DamagedRow {
        if (column < 0) {
            return null;
        }
        var value = words.decimal(at + column);
        if (value == null && !words.is(at + column, NOT_PRINTED)) {
            throw noNumber(words, at + column);
        }
        return value;
    }

    private boolean isElements(LineWords words) {
        return words.isWhole(layout.count()) || isRounded(words);
    }

    /** Returns whether a spreadsheet has rounded the number of elements: {@code 2.68e+8}. */
    private boolean isRounded(LineWords words) {
        return words.contains(layout.count(), 'e') && words.decimal(layout.count()) != null;
    }

    private long elements(LineWords words) throws DamagedRow {
        return isRounded(words) ? Math.round(words.number(layout.count())) : whole(words, layout.count());
    }

    private static long whole(LineWords words, int i) throws DamagedRow {
        try {
            return words.whole(i);
        } catch (IllegalArgumentException e) {
            throw words.contains(i, ',') ? noNumber(words, i) : new DamagedRow(String.valueOf(e.getMessage()));
        }
    }

    private static DamagedRow noNumber(LineWords words, int i) {
        if (words.contains(i, ',')) {
            return new DamagedRow("'" + words.get(i) + "' in column " + (i + 1)
                    + " has a comma, which may be that of a "
                    + "decimal or of thousands; the programs print points (LC_ALL=C): put them back, as in 13.67");
        }
        return new DamagedRow("column " + (i + 1) + " is no number: '" + words.get(i) + "'");
    }

}
