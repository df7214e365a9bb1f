package org.gpucomm.runner.collective;

/**
 * One operation at one size, as one rank does it.
 *
 * @param root 0 where the operation has none
 */
public record RankWork(Layout layout, ElementType type, Reduction reduction, int root, int rank, int ranks) {

    /** Returns the elements that the operation is called with. */
    public long count() {
        return layout.count();
    }

    public int elementBytes() {
        return type.bytes();
    }

    public long bytes(long elements) {
        return elements * type.bytes();
    }

    /** Returns the size of the larger buffer. */
    public long messageBytes() {
        return bytes(layout.largest());
    }
}
