package org.gpucomm.runner.collective;

/**
 * One rank's part in an operation of one size.
 *
 * @param root root rank; 0 if the operation has none
 */
public record RankWork(Layout layout, ElementType type, Reduction reduction, int root, int rank, int ranks) {

    /** Returns the number of elements that the operation is called with. */
    public long count() {
        return layout.count();
    }

    public int elementBytes() {
        return type.bytes();
    }

    public long bytes(long elements) {
        return elements * type.bytes();
    }

    /** Returns the size of the larger buffer in bytes. */
    public long messageBytes() {
        return bytes(layout.largest());
    }
}
