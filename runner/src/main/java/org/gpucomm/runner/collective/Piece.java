package org.gpucomm.runner.collective;

import java.util.List;

/**
 * Content of a stretch of a buffer: elements that a rank gave, or those of all ranks reduced.
 *
 * @param offset       first element of the stretch
 * @param count        elements
 * @param source       rank whose elements they are; without meaning if reduced
 * @param sourceOffset which of the source's elements is the first
 */
public record Piece(long offset, long count, int source, long sourceOffset, boolean reduced) {

    static Piece of(long offset, long count, int source, long sourceOffset) {
        return new Piece(offset, count, source, sourceOffset, false);
    }

    /** Returns a whole buffer of what a rank gives. */
    static List<Piece> all(long count, int source) {
        return List.of(of(0, count, source, 0));
    }

    /** Returns a whole buffer of reduced elements, the first of which has this number among them. */
    static List<Piece> reduced(long count, long sourceOffset) {
        return List.of(new Piece(0, count, 0, sourceOffset, true));
    }
}
