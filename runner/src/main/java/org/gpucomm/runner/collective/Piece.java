package org.gpucomm.runner.collective;

import java.util.List;

/**
 * Content of a range of a buffer: elements of a rank, or the reduction of the elements of all ranks.
 *
 * @param offset       first element of the range
 * @param count        number of elements
 * @param source       rank that the elements come from; ignored if reduced
 * @param sourceOffset offset of the first element in the source's data
 */
public record Piece(long offset, long count, int source, long sourceOffset, boolean reduced) {

    static Piece of(long offset, long count, int source, long sourceOffset) {
        return new Piece(offset, count, source, sourceOffset, false);
    }

    /** Returns a whole buffer of the data of a rank. */
    static List<Piece> all(long count, int source) {
        return List.of(of(0, count, source, 0));
    }

    /** Returns a whole buffer of reduced elements, starting at an offset of the reduced data. */
    static List<Piece> reduced(long count, long sourceOffset) {
        return List.of(new Piece(0, count, 0, sourceOffset, true));
    }
}
