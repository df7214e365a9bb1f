package org.gpucomm.results.format.nccltests;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The operation of a table that nothing names, where its columns and numbers decide. Send/recv prints {@code sum -1} as
 * all-reduce does, but never checks in place, and its bus bandwidth is its algorithm bandwidth. All-gather and all-to-all both
 * print {@code none -1}; all-to-all does not check in place. A row that fits several operations is undecided.
 */
final class OperationByColumns {

    private final Section section;
    private final TableLayout layout;

    OperationByColumns(Section section, TableLayout layout) {
        this.section = section;
        this.layout = layout;
    }

    /** @throws DamagedRow if the row could be of several operations */
    Operation decide(LineWords words, Shape shape) throws DamagedRow {
        var operation = of(words, shape);
        if (operation == null) {
            throw new DamagedRow(
                    "the operation is not known: the log has no banner and no command line, and the columns "
                            + "fit several operations; put it into the file's name, as in all_reduce.log");
        }
        return operation;
    }

    private @Nullable Operation of(LineWords words, Shape shape) {
        if (shape.redopBlank()) {
            return layout.root() >= 0
                    ? Operation.HYPERCUBE
                    : ofRatio(words, shape, Operation.ALLTOALL, Operation.HYPERCUBE);
        }
        int type = DataType.size(words.get(layout.type()));
        if (type == 0 || !words.isWhole(layout.size()) || !words.isWhole(layout.count())
                || words.whole(layout.count()) > Long.MAX_VALUE / 8) {
            return null;
        }
        long elements = words.whole(layout.count()) * type;
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

    private @Nullable Operation allReduceOrSendRecv(LineWords words, Shape shape) {
        if (layout.root() < 0) {
            return Operation.ALL_REDUCE; // before 2.13, when send/recv had no column for an operator
        }
        var byCheck = isChecked(words, shape, 0)
                ? checkedInPlace(words, shape, Operation.ALL_REDUCE, Operation.SENDRECV)
                : null;
        return byCheck == null ? ofRatio(words, shape, Operation.ALL_REDUCE, Operation.SENDRECV) : byCheck;
    }

    /** Decides a row that was checked out-of-place by whether it was checked in-place; null where there is one block. */
    private @Nullable Operation checkedInPlace(LineWords words, Shape shape, Operation ifSo, Operation ifNot) {
        return layout.blocks().size() < 2 ? null : isChecked(words, shape, 1) ? ifSo : ifNot;
    }

    private boolean isChecked(LineWords words, Shape shape, int index) {
        var block = layout.blocks().get(index);
        return !shape.onlySecondBlock() && block.wrong() >= 0
                && words.decimal(begin(shape, index) + block.wrong()) != null;
    }

    /**
     * Decides between two operations by bus bandwidth over algorithm bandwidth, which is 1 of {@code other}. Where the number of
     * ranks is not known, 1 may be the factor of either.
     */
    private @Nullable Operation ofRatio(LineWords words, Shape shape, Operation one, Operation other) {
        var block = layout.blocks().getFirst();
        int begin = begin(shape, 0);
        var algbw = block.algbw() < 0 ? null : words.decimal(begin + block.algbw());
        var busbw = block.busbw() < 0 ? null : words.decimal(begin + block.busbw());
        if (algbw == null || busbw == null || shape.onlySecondBlock()) {
            return null;
        }
        var ranks = section.platform().ranks();
        boolean fitsOther = fits(algbw, busbw, 1);
        if (ranks == null) {
            return fitsOther ? null : one;
        }
        boolean fitsOne = fits(algbw, busbw, one.busFactor(ranks).orElse(1));
        return fitsOne == fitsOther ? null : fitsOne ? one : other;
    }

    /** Returns whether the bandwidths have this factor between them within what rounding took from each. */
    private static boolean fits(Decimal algbw, Decimal busbw, double factor) {
        double lost = 0.5 * (busbw.toBigDecimal().ulp().doubleValue()
                + factor * algbw.toBigDecimal().ulp().doubleValue());
        return Math.abs(busbw.doubleValue() - factor * algbw.doubleValue()) <= lost + 1e-9;
    }

    private int begin(Shape shape, int index) {
        int begin = shape.firstBlock();
        for (int i = 0; i < index; i++) {
            begin += layout.blocks().get(i).width();
        }
        return begin;
    }
}
