package org.gpucomm.results.format;

import java.io.IOException;

import org.gpucomm.results.Measurement;

/**
 * Takes rows as the bytes that they are in the log, in place of measurements: a log of a gigabyte has twelve million rows, which
 * differ from one another in a few numbers. What is written is what the measurements would have become.
 */
public interface RowCopies {

    /** Rows, each with its line feed, that are canonical as they are. */
    void copy(byte[] bytes, int from, int to) throws IOException;

    /** Makes ready for rows that differ from this one in size, time, bandwidths and wrong elements only. */
    Similar similarTo(Measurement row);

    /** Rows that have most in common with one that was read. */
    interface Similar {

        /**
         * Writes the row of one placement.
         *
         * @param words the words of the log's line; one that is no number is an empty cell
         * @param size  which of them is the size
         * @param time  which is the time; both bandwidths and the number of wrong elements follow it
         */
        void write(RowWords words, int size, int time) throws IOException;
    }

    /**
     * What was copied from the bytes given.
     *
     * @param to    index behind the last line that was
     * @param lines their number
     * @param rows  number of rows in these
     */
    record Copied(int to, long lines, long rows) {

        public static Copied nothing(int from) {
            return new Copied(from, 0, 0);
        }
    }
}
