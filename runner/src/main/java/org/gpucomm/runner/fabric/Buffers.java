package org.gpucomm.runner.fabric;

/**
 * Addresses of a seat's buffers: of messages, what it sends and what it receives; of words, one from each rank and one to each rank.
 * Words are in memory of the host, for its threads look at them; messages may be in a GPU's.
 *
 * @param messages address of the memory of messages
 * @param words    address of the memory of words
 * @param largest  bytes of each of the two buffers of messages, a multiple of 8
 */
record Buffers(long messages, long words, long largest, int ranks) {

    static Buffers of(long messages, long words, long bytes, int ranks) {
        return new Buffers(messages, words, largest(bytes), ranks);
    }

    /** Returns the memory that a seat needs for messages of so many bytes. */
    static long ofMessages(long bytes) {
        return 2 * largest(bytes);
    }

    /** Returns the memory that a seat needs for words. */
    static long ofWords(int ranks) {
        return 2L * ranks * Long.BYTES;
    }

    private static long largest(long bytes) {
        return (bytes + 4095) & -4096;
    }

    long send() {
        return messages;
    }

    long receive() {
        return messages + receiveAt();
    }

    long receiveAt() {
        return largest;
    }

    long incoming(int rank) {
        return words + (long) rank * Long.BYTES;
    }

    long outgoing(int rank) {
        return words + outgoingAt(rank);
    }

    long outgoingAt(int rank) {
        return ((long) ranks + rank) * Long.BYTES;
    }
}
