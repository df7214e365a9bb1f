package org.gpucomm.runner.fabric;

/**
 * Addresses of a seat's buffers: a send and a receive buffer for messages, and a word from and to each rank. Words are in host memory
 * because CPU threads poll them; messages may be in GPU memory.
 *
 * @param messages address of the memory for messages
 * @param words    address of the memory for words
 * @param largest size in bytes of the send and of the receive buffer, rounded up to a multiple of 4096
 */
record Buffers(long messages, long words, long largest, int ranks) {

    Buffers {
        largest = rounded(largest);
    }

    /** Returns the memory in bytes that a seat needs for messages of this size. */
    static long ofMessages(long bytes) {
        return 2 * rounded(bytes);
    }

    /** Returns the memory in bytes that a seat needs for words. */
    static long ofWords(int ranks) {
        return 2L * ranks * Long.BYTES;
    }

    private static long rounded(long bytes) {
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
