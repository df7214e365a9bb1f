package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * Rows without their header, common in excerpts in bug reports. A header that the programs print is accepted if it fits all rows and its
 * arithmetic holds in each: size / time is the algorithm bandwidth, and bus bandwidth over algorithm bandwidth is a factor of the same
 * number of ranks in all rows.
 */
final class HeaderlessRows {

    /** A sweep has fewer rows. */
    private static final int MOST = 400;
    /** Fewest rows, counting a cut last one, that are accepted although the last is cut. */
    private static final int FEWEST_BEFORE_A_CUT = 4;
    /** Limit for ranks; with more, the factor nearly equals its limit. */
    private static final int MOST_RANKS = 4096;
    private static final String WRONG = " time algbw busbw #wrong";
    private static final String ERROR = " time algbw busbw error";
    private static final String SHARED = "size count type";

    private final List<Line> lines = new ArrayList<>();
    private boolean tooMany;
    private boolean interrupted;

    /** Notes that another line follows the rows. */
    void interrupt() {
        interrupted = !lines.isEmpty();
    }

    /** Returns whether the row begins another table: other text precedes it, and its message is not larger than the last. */
    boolean isFollowedBy(LineWords row) {
        return interrupted && !lines.isEmpty() && row.whole(0) <= LineWords.of(lines.getLast().text()).whole(0);
    }

    void add(Line line) {
        interrupted = false;
        tooMany |= lines.size() == MOST;
        if (!tooMany) {
            lines.add(line);
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Returns the rows and forgets them. */
    List<Line> take() {
        var taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    /** Returns the columns of the rows; empty if no header fits all, the last of several excepted. */
    Optional<TableLayout> layout() {
        if (lines.isEmpty() || tooMany) {
            return Optional.empty();
        }
        var layouts = headers(LineWords.of(lines.getFirst().text()))
                .map(header -> TableLayout.of(LineWords.of(header), "")).toList();
        // An excerpt may end inside a row.
        var whole = lines.size() < FEWEST_BEFORE_A_CUT ? lines : lines.subList(0, lines.size() - 1);
        return Stream.of(lines, whole)
                .flatMap(rows -> layouts.stream().filter(layout -> fits(layout, rows))).findFirst();
    }

    /** Returns headers with as many columns as the row, not counting a date at its end. */
    private static Stream<String> headers(LineWords row) {
        boolean error = Stream.of(8, 12, 11, 7, 10, 6).anyMatch(at -> row.get(at).matches("\\de[-+]\\d\\d"));
        var block = error ? ERROR : WRONG;
        var fourth = row.isWhole(3) ? " root" : " redop";
        return Stream.of(SHARED + " redop root" + block + block, SHARED + " redop root" + block,
                SHARED + fourth + ERROR + ERROR, SHARED + ERROR + ERROR);
    }

    private static boolean fits(TableLayout layout, List<Line> rows) {
        double least = 0;
        double most = 2;
        boolean telling = false;
        for (var line : rows) {
            var words = LineWords.of(line.text());
            int at = start(words, layout);
            if (at < 0 || layout.redop() >= 0 && words.decimal(layout.redop()) != null
                    || layout.root() >= 0 && !words.isWhole(layout.root())) {
                return false;
            }
            for (var block : layout.blocks()) {
                var time = words.decimal(at + block.time());
                var algbw = words.decimal(at + block.algbw());
                var busbw = words.decimal(at + block.busbw());
                at += block.width();
                if (time == null || algbw == null || busbw == null || !agrees(words, layout, time, algbw)) {
                    return false;
                }
                if (algbw.doubleValue() > half(algbw)) {
                    telling = true;
                    least = Math.max(least, (busbw.doubleValue() - half(busbw)) / (algbw.doubleValue() + half(algbw)));
                    most = Math.min(most, (busbw.doubleValue() + half(busbw)) / (algbw.doubleValue() - half(algbw)));
                }
            }
        }
        return telling && isFactor(least, most);
    }

    /** Returns the position of the first metric; -1 if the row has a different number of cells. */
    private static int start(LineWords words, TableLayout layout) {
        try {
            var shape = Shape.of(words, layout);
            return shape.redopBlank() || shape.only() >= 0 || shape.extras() >= 0 ? -1 : shape.firstBlock();
        } catch (DamagedRow notOfThisHeader) {
            return -1;
        }
    }

    private static boolean agrees(LineWords words, TableLayout layout, Decimal time, Decimal algbw) {
        if (!words.isCount(layout.size())) {
            return false;
        }
        double bytes = words.whole(layout.size());
        return agrees(bytes, time, algbw) || agrees(bytes - ofOneRank(words, layout), time, algbw);
    }

    /**
     * Returns the bytes of one rank if the row counts its elements alone, else 0. Old versions divide an all-gather's size without
     * the rank's own part by the time.
     */
    private static double ofOneRank(LineWords words, TableLayout layout) {
        double bytes = words.whole(layout.size());
        double ofRank = words.isCount(layout.count())
                ? (double) words.whole(layout.count()) * DataType.size(words.get(layout.type()))
                : 0;
        return ofRank > 0 && ofRank < bytes && bytes % ofRank == 0 ? ofRank : 0;
    }

    private static boolean agrees(double bytes, Decimal time, Decimal algbw) {
        double fastest = time.doubleValue() - half(time);
        double slowest = time.doubleValue() + half(time);
        return slowest > 0 && algbw.doubleValue() + half(algbw) + 1e-9 >= bytes / slowest / 1e3
                && (fastest <= 0 || algbw.doubleValue() - half(algbw) - 1e-9 <= bytes / fastest / 1e3);
    }

    private static boolean isFactor(double least, double most) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.BROADCAST)) {
                double factor = operation.busFactor(ranks).orElseThrow();
                if (factor >= least - 1e-9 && factor <= most + 1e-9) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns half a unit of the last printed digit, the largest rounding error. */
    private static double half(@Nullable Decimal number) {
        return number == null ? 0 : number.toBigDecimal().ulp().doubleValue() / 2;
    }
}
