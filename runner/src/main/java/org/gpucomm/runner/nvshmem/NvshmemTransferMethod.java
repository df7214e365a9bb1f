package org.gpucomm.runner.nvshmem;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.Grid;

/** Method of calling an NVSHMEM operation. The numbers are those of {@code native/shim/nvshmem/nvshmem.cu}. */
enum NvshmemTransferMethod {
    /** Call by the host, on a stream. */
    HOST("host", "host", -1, false),
    /** Call by one thread; for an all-to-all, NVSHMEM's own collective by one block, as in its perftest. */
    THREAD("thread", "device+thread", 0, true),
    WARP("warp", "device+warp", 1, true),
    BLOCK("block", "device+block", 2, true),
    /** Each block puts its slice with a signal. */
    PUT_SIGNAL("put_signal", "device+put_signal", 3, true),
    /** Each block puts its slice, then signals. */
    PUT_THEN_SIGNAL("put_then_signal", "device+put_then_signal", 4, true),
    /** Each block stores its slice through nvshmem_ptr, then marks it. */
    STORES("stores", "device+stores", 5, true),
    /** Round trip of puts with signals, called by one thread; the latency is half of its time. */
    PING_THREAD("ping_thread", "device+thread+ping", 0, false),
    PING_WARP("ping_warp", "device+warp+ping", 1, false),
    PING_BLOCK("ping_block", "device+block+ping", 2, false);

    /** Grid of NVSHMEM's perftest. */
    private static final Grid PERFTEST = new Grid(1, 256);

    private final String text;
    private final String variant;
    private final int number;
    private final boolean launched;

    NvshmemTransferMethod(String text, String variant, int number, boolean launched) {
        this.text = text;
        this.variant = variant;
        this.number = number;
        this.launched = launched;
    }

    /** Returns the methods of an operation, in display order. */
    static List<NvshmemTransferMethod> of(Operation operation) {
        return switch (operation) {
            case ALLTOALL -> List.of(HOST, THREAD, WARP, BLOCK, PUT_SIGNAL, PUT_THEN_SIGNAL, STORES);
            case PUT -> List.of(THREAD, WARP, BLOCK, PING_THREAD, PING_WARP, PING_BLOCK);
            case GET -> List.of(THREAD, WARP, BLOCK);
            default -> List.of(HOST);
        };
    }

    /** Returns the name, used on the command line. */
    String text() {
        return text;
    }

    /** Returns the value of the column {@code variant}. */
    String variant() {
        return variant;
    }

    int number() {
        return number;
    }

    /** Returns whether the method launches a kernel over a grid of blocks and threads. */
    boolean launched() {
        return launched;
    }

    /**
     * Returns the largest message size in bytes. Like perftest, one thread or one warp stops where an all-to-all would take milliseconds,
     * and round trips of puts by them take as long.
     */
    long mostBytes(Operation operation) {
        if (!isCollective(operation) && !isPing()) {
            return Long.MAX_VALUE;
        }
        return switch (this) {
            case THREAD, PING_THREAD -> 16 << 10;
            case WARP, PING_WARP -> 128 << 10;
            default -> Long.MAX_VALUE;
        };
    }

    /** Returns whether the method calls NVSHMEM's own collective from one block. */
    boolean isCollective(Operation operation) {
        return operation == Operation.ALLTOALL && number >= THREAD.number && number <= BLOCK.number;
    }

    /** Returns whether ranks 0 and 1 put to each other in turn. */
    boolean isPing() {
        return compareTo(PING_THREAD) >= 0;
    }

    /** Returns the grids to try if none is given, for a number of multiprocessors. */
    List<Grid> grids(Operation operation, int multiprocessors) {
        return isCollective(operation)
                ? List.of(PERFTEST)
                : Grid.within(multiprocessors, List.of(new Grid(1, 512), new Grid(8, 128), new Grid(32, 128),
                        new Grid(64, 128), new Grid(64, 512), new Grid(128, 256), new Grid(128, 512)));
    }
}
