package org.gpucomm.results.format.nccltests;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The operation of a table that nothing names, where its columns decide. An operator without root over size = count · type is
 * an all-reduce, over more a reduce-scatter; an operator with a root is a reduce; no operator, a root and size = count · type
 * is a broadcast; no operator, no root and size = count · type over several ranks is a send/recv; a blank operator is an
 * all-to-all before 2.13. The others share their shape with another operation.
 */
final class OperationByColumns {

    private final Section section;
    private final TableLayout layout;

    OperationByColumns(Section section, TableLayout layout) {
        this.section = section;
        this.layout = layout;
    }

    /** @throws DamagedRow if the row could be of several operations */
    Operation decide(Words words, Shape shape) throws DamagedRow {
        var operation = of(words, shape);
        if (operation == null) {
            throw new DamagedRow(
                    "the operation is not known: the log has no banner and no command line, and the columns "
                            + "fit several operations; put it into the file's name, as in all_reduce.log");
        }
        return operation;
    }

    private @Nullable Operation of(Words words, Shape shape) {
        if (shape.redopBlank()) {
            return Operation.ALLTOALL;
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
            return total ? Operation.ALL_REDUCE : Operation.REDUCE_SCATTER;
        }
        if (rooted) {
            return total ? Operation.BROADCAST : null;
        }
        var ranks = section.platform().ranks();
        return total && ranks != null && ranks > 1 ? Operation.SENDRECV : null;
    }
}
