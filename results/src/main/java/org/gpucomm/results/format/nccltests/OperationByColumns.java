package org.gpucomm.results.format.nccltests;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Operation of an unnamed table, as far as its columns and numbers decide it. Send/recv prints {@code sum -1} like all-reduce, but never
 * checks in place, and its bus bandwidth equals its algorithm bandwidth. All-gather and all-to-all both print {@code none -1}; all-to-all
 * does not check in place. A row that fits several operations is undecided.
 */
final class OperationByColumns {

    private static final Set<Operation> ROOTED = Set.of(Operation.BROADCAST, Operation.REDUCE, Operation.GATHER,
            Operation.SCATTER);
    private static final Set<Operation> WITHOUT_OPERATOR = Set.of(Operation.ALL_GATHER, Operation.ALLTOALL,
            Operation.BROADCAST, Operation.GATHER, Operation.SCATTER);
    /** Operations that are checked in place whenever they are checked out of place. */
    private static final Set<Operation> CHECKED_IN_PLACE = Set.of(Operation.ALL_REDUCE, Operation.ALL_GATHER);
    /** Operations whose size counts the elements of all ranks, while their count is that of one rank. */
    private static final Set<Operation> SHARED_OUT = Set.of(Operation.ALL_GATHER, Operation.REDUCE_SCATTER,
            Operation.ALLTOALL, Operation.GATHER, Operation.SCATTER);
    private static final Set<Operation> WHOLE = Set.of(Operation.ALL_REDUCE, Operation.BROADCAST, Operation.REDUCE,
            Operation.SENDRECV);
    private static final Set<Operation> FROM_OTHERS = Set.of(Operation.ALL_GATHER, Operation.REDUCE_SCATTER);

    private final Section section;
    private final TableLayout layout;

    OperationByColumns(Section section, TableLayout layout) {
        this.section = section;
        this.layout = layout;
    }

    /**
     * Returns the operation of the row, or the one assumed for unnamed tables.
     *
     * @param assumed operation to assume; empty to assume none
     * @throws DamagedRow if the row fits several operations and none is assumed
     */
    Operation decide(LineWords words, Shape shape, Optional<Operation> assumed) throws DamagedRow {
        var operation = Optional.ofNullable(of(words, shape)).or(() -> assumed).orElse(null);
        if (operation == null) {
            var misnamed = section.misnamed();
            throw new DamagedRow(misnamed == null
                    ? "the operation is not known: the log has no banner and no command line, and the columns "
                            + "fit several operations; put it into the file's name, as in all_reduce.log"
                    : "the operation is not known: " + misnamed + ", and the columns fit several others");
        }
        return operation;
    }

    private @Nullable Operation of(LineWords words, Shape shape) {
        if (shape.redopBlank()) {
            return layout.root() >= 0
                    ? Operation.HYPERCUBE
                    : ofRatio(words, shape, Operation.ALLTOALL, Operation.HYPERCUBE);
        }
        long elements = elements(words);
        if (elements < 0) {
            return null;
        }
        boolean total = elements == words.whole(layout.size());
        boolean reduces = layout.redop() >= 0 && !words.is(layout.redop(), "none");
        boolean rooted = layout.root() >= 0 && !words.is(layout.root(), "-1");
        if (reduces && rooted) {
            return Operation.REDUCE;
        }
        if (elements == 0) {
            return null;
        }
        if (reduces) {
            return total ? allReduceOrSendRecv(words, shape) : Operation.REDUCE_SCATTER;
        }
        if (rooted) {
            return total ? Operation.BROADCAST : null;
        }
        if (total) {
            var ranks = section.platform().ranks();
            return layout.redop() < 0 && ranks != null && ranks > 1 ? Operation.SENDRECV : null;
        }
        return isChecked(words, shape, 0)
                ? checkedInPlace(words, shape, Operation.ALL_GATHER, Operation.ALLTOALL)
                : null;
    }

    /** Returns the bytes of the row's elements; -1 if unknown. */
    private long elements(LineWords words) {
        int type = DataType.size(words.get(layout.type()));
        return type == 0 || !words.isCount(layout.size()) || !words.isCount(layout.count())
                || words.whole(layout.count()) > Long.MAX_VALUE / 8 ? -1 : words.whole(layout.count()) * type;
    }

    private @Nullable Operation allReduceOrSendRecv(LineWords words, Shape shape) {
        if (layout.root() < 0) {
            return Operation.ALL_REDUCE; // before 2.13, send/recv had no column for an operator
        }
        var byCheck = isChecked(words, shape, 0)
                ? checkedInPlace(words, shape, Operation.ALL_REDUCE, Operation.SENDRECV)
                : null;
        return byCheck == null ? ofRatio(words, shape, Operation.ALL_REDUCE, Operation.SENDRECV) : byCheck;
    }

    /** Decides by whether a row checked out of place was also checked in place; null if there is one block. */
    private @Nullable Operation checkedInPlace(LineWords words, Shape shape, Operation ifSo, Operation ifNot) {
        return layout.blocks().size() < 2 ? null : isChecked(words, shape, 1) ? ifSo : ifNot;
    }

    private boolean isMeasured(LineWords words, Shape shape, int index) {
        return words.decimal(begin(shape, index) + layout.blocks().get(index).time()) != null;
    }

    private boolean isChecked(LineWords words, Shape shape, int index) {
        var block = layout.blocks().get(index);
        return shape.only() < 0 && block.wrong() >= 0
                && words.decimal(begin(shape, index) + block.wrong()) != null;
    }

    /**
     * Decides between two operations by bus bandwidth over algorithm bandwidth, which is 1 for {@code other}. If the number of ranks is
     * unknown, 1 may be the factor of either.
     */
    private @Nullable Operation ofRatio(LineWords words, Shape shape, Operation one, Operation other) {
        if (!shape.has(0)) {
            return null;
        }
        int begin = begin(shape, 0);
        var block = layout.blocks().getFirst();
        int algbw = begin + block.algbw();
        int busbw = begin + block.busbw();
        if (words.decimal(algbw) == null || words.decimal(busbw) == null) {
            return null;
        }
        var ranks = section.platform().ranks();
        boolean fitsOther = fits(words, algbw, busbw, 1);
        if (ranks == null) {
            return fitsOther ? null : one;
        }
        boolean fitsOne = fits(words, algbw, busbw, one.busFactor(ranks).orElse(1));
        return fitsOne == fitsOther ? null : fitsOne ? one : other;
    }

    /** Returns whether the bandwidths differ by this factor, within the rounding of both. */
    private static boolean fits(LineWords words, int algbw, int busbw, double factor) {
        double lost = words.halfUnit(busbw) + factor * words.halfUnit(algbw);
        return Math.abs(words.number(busbw) - factor * words.number(algbw)) <= lost + 1e-9;
    }

    /** Returns why the row cannot belong to an operation, whatever names the operation; null if the row can. */
    @Nullable
    String against(Operation operation, LineWords words, Shape shape) {
        if (operation.busFactor(2).isEmpty()) {
            return null; // an operation of gpucomm, which prints the same table
        }
        var byCells = againstByCells(operation, words, shape);
        return byCells == null ? againstByRatio(operation, words, shape) : byCells;
    }

    private @Nullable String againstByCells(Operation operation, LineWords words, Shape shape) {
        if (shape.redopBlank()) {
            return operation.reduces() ? "it has no operator" : null;
        }
        if (layout.redop() >= 0) {
            boolean none = words.is(layout.redop(), "none");
            if (none ? operation.reduces() : WITHOUT_OPERATOR.contains(operation)) {
                return "its operator is '" + words.get(layout.redop()) + "'";
            }
        }
        if (layout.root() >= 0 && words.is(layout.root(), "-1") == ROOTED.contains(operation)) {
            return "its root is " + words.get(layout.root());
        }
        if (layout.blocks().getFirst().wrong() >= 0 && elements(words) > 0) {
            var ranks = section.platform().ranks();
            boolean total = elements(words) == words.whole(layout.size());
            if (total ? ranks != null && ranks > 1 && SHARED_OUT.contains(operation) : WHOLE.contains(operation)) {
                return "it has " + words.get(layout.count()) + " elements of " + words.get(layout.size()) + " bytes";
            }
        }
        boolean outOfPlaceOnly = CHECKED_IN_PLACE.contains(operation) && layout.blocks().size() == 2
                && isChecked(words, shape, 0) && isMeasured(words, shape, 1) && !isChecked(words, shape, 1);
        return outOfPlaceOnly ? "it is not checked in place" : null;
    }

    /** Checks the ratio of the bandwidths. Versions before 2.13 computed those of two operations from the data of other ranks. */
    private @Nullable String againstByRatio(Operation operation, LineWords words, Shape shape) {
        var block = layout.blocks().get(Math.max(0, shape.only()));
        int algbw = shape.firstBlock() + block.algbw();
        int busbw = shape.firstBlock() + block.busbw();
        double bus = block.algbw() < 0 || block.busbw() < 0 ? 0 : words.number(busbw);
        double alg = bus > 0 ? words.number(algbw) : 0;
        if (!(alg > 0)) {
            return null;
        }
        var ranks = section.devices().isRepeated() ? null : section.platform().ranks();
        if (ranks != null && fits(words, algbw, busbw, operation.busFactor(ranks).orElseThrow())) {
            return null;
        }
        double least = operation.busFactor(2).orElseThrow();
        double most = operation.busFactor(Integer.MAX_VALUE).orElseThrow();
        double halfBus = words.halfUnit(busbw);
        double halfAlg = words.halfUnit(algbw);
        boolean below = bus + halfBus < least * (alg - halfAlg) - 1e-9;
        boolean above = bus - halfBus > most * (alg + halfAlg) + 1e-9;
        boolean old = block.error() >= 0 && FROM_OTHERS.contains(operation);
        boolean others = ranks != null && ranks > 1 && !old && Stream.of(Operation.values())
                .filter(other -> other != operation && other.busFactor(ranks).isPresent())
                .filter(other -> fits(words, algbw, busbw, other.busFactor(ranks).orElseThrow()))
                .anyMatch(other -> againstByCells(other, words, shape) == null);
        return below || above || others
                ? "its bus bandwidth is " + words.get(busbw) + " at an algorithm bandwidth of " + words.get(algbw)
                : null;
    }

    private int begin(Shape shape, int index) {
        int begin = shape.firstBlock();
        for (int i = 0; i < index; i++) {
            begin += layout.blocks().get(i).width();
        }
        return begin;
    }
}
