package org.gpucomm.runner.fabric;

/**
 * How a seat's memory is divided: what it sends, what it receives, a word from each rank and a word to each rank.
 *
 * @param address of the memory
 * @param largest bytes of each of the two buffers, a multiple of 8
 */
record Buffers(long address, long largest, int ranks) {

    static Buffers of(long address, long bytes, int ranks) {
        return new Buffers(address, largest(bytes), ranks);
    }

    /** Returns the memory that a seat needs for messages of so many bytes. */
    static long needed(long bytes, int ranks) {
        return 2 * largest(bytes) + 2L * ranks * Long.BYTES;
    }

    private static long largest(long bytes) {
        return (bytes + 4095) & -4096;
    }

    long send() {
        return address;
    }

    long receive() {
        return address + receiveAt();
    }

    long receiveAt() {
        return largest;
    }

    /** Returns where the words of the others begin. */
    long wordsAt() {
        return 2 * largest;
    }

    long incoming(int rank) {
        return address + wordsAt() + (long) rank * Long.BYTES;
    }

    long outgoing(int rank) {
        return address + outgoingAt(rank);
    }

    long outgoingAt(int rank) {
        return wordsAt() + ((long) ranks + rank) * Long.BYTES;
    }
}
