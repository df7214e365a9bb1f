package org.gpucomm.results.format.nccltests;

import org.gpucomm.results.Decimal;

/**
 * Alignment of one row's words with the table's columns.
 *
 * @param firstBlock position of the first metric
 * @param redopBlank whether the cell under {@code redop} is blank, as in all-to-all before 2.13
 * @param only       index of the only block with numbers, as in builds that measure one placement; -1 if all have some
 * @param extras     position of rccl-tests' algorithm, protocol and channels after the metrics; -1 if there are none
 * @param stamp      position of the date printed by {@code -S 1}; -1 if there is none
 */
record Shape(int firstBlock, boolean redopBlank, int only, int extras, int stamp) {

    /** The columns {@code size count type redop root}. */
    private static final int SHARED = 5;
    private static final int WORDS_OF_A_STAMP = 2;
    private static final int WORDS_OF_A_CHOICE = 3;
    /** Tolerance in characters: the first number of a block ends where the name of its column ends, or nearby. */
    private static final int NEAR = 3;

    /** Aligns the words of a row. @throws DamagedRow if they do not fit the columns */
    static Shape of(LineWords words, TableLayout layout) throws DamagedRow {
        int columns = layout.columns();
        int count = words.count();
        if (count == columns && layout.extras().isEmpty()) {
            return new Shape(layout.shared(), false, -1, -1, -1);
        }
        int stamp = isStamp(words, count - WORDS_OF_A_STAMP) ? count - WORDS_OF_A_STAMP : -1;
        int left = stamp < 0 ? count : stamp;
        if (layout.redop() >= 0 && layout.shared() <= SHARED && left == columns - 1 && isNumber(words, layout.redop())
                && DataType.isOne(words.get(layout.type()))) {
            return new Shape(layout.shared() - 1, true, -1, -1, stamp);
        }
        if (left == columns && layout.extras().isEmpty()) {
            return new Shape(layout.shared(), false, -1, -1, stamp);
        }
        if (left == columns + layout.extras().size() && !layout.extras().isEmpty()
                || left == columns + WORDS_OF_A_CHOICE && isChoice(words, columns)) {
            return new Shape(layout.shared(), false, -1, columns, stamp);
        }
        int only = onlyBlock(words, layout, left);
        if (only >= 0) {
            return new Shape(layout.shared(), false, only, -1, stamp);
        }
        throw new DamagedRow("expected " + (columns + layout.extras().size()) + " columns, found " + count);
    }

    /** Returns the index of the only block of a row whose other block is blank; -1 if there is none. */
    private static int onlyBlock(LineWords words, TableLayout layout, int left) {
        if (layout.blocks().size() != 2 || left != layout.shared() + layout.blocks().getFirst().width()
                || left != layout.shared() + layout.blocks().getLast().width()) {
            return -1;
        }
        int end = words.end(layout.shared());
        boolean isFirst = Math.abs(end - layout.blocks().getFirst().end()) <= NEAR;
        boolean isSecond = Math.abs(end - layout.blocks().getLast().end()) <= NEAR;
        return isFirst == isSecond ? -1 : isFirst ? 0 : 1;
    }

    /** Returns whether the row has numbers of this block. */
    boolean has(int block) {
        return only < 0 || only == block;
    }

    /** Returns whether the words are a choice such as {@code Ring Simple 56}. */
    private static boolean isChoice(LineWords words, int at) {
        return Character.isLetter(words.get(at).charAt(0)) && Character.isLetter(words.get(at + 1).charAt(0))
                && words.isWhole(at + 2);
    }

    private static boolean isStamp(LineWords words, int at) {
        return at > 0 && words.contains(at, '-') && words.contains(at + 1, ':') && words.startsWith(at, "20");
    }

    private static boolean isNumber(LineWords words, int at) {
        return Decimal.parse(words.get(at)).isPresent();
    }
}
