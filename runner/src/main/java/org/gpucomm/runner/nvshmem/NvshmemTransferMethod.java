package org.gpucomm.runner.nvshmem;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.Grid;

/** Caller of an NVSHMEM operation, and its way. The numbers are those of {@code native/shim/nvshmem/nvshmem.cu}. */
enum NvshmemTransferMethod {
    /** The host, on a stream. */
    HOST("host", "host", -1, false),
    /** One thread calls; of an all-to-all NVSHMEM's own collective, by one block as in its perftest. */
    THREAD("thread", "device+thread", 0, true),
    WARP("warp", "device+warp", 1, true),
    BLOCK("block", "device+block", 2, true),
    /** Every block puts its slice with a signal. */
    PUT_SIGNAL("put_signal", "device+put_signal", 3, true),
    /** Every block puts its slice, then signals. */
    PUT_THEN_SIGNAL("put_then_signal", "device+put_then_signal", 4, true),
    /** Every block stores its slice through nvshmem_ptr, then marks it. */
    STORES("stores", "device+stores", 5, true),
    /** A put with a signal there and one back, by a call of one thread; half the time is the latency. */
    PING_THREAD("ping_thread", "device+thread+ping", 0, false),
    PING_WARP("ping_warp", "device+warp+ping", 1, false),
    PING_BLOCK("ping_block", "device+block+ping", 2, false);

    /** perftest launches one block of this many threads. */
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

    /** Returns the ways to do an operation, in the order in which they are shown. */
    static List<NvshmemTransferMethod> of(Operation operation) {
        return switch (operation) {
            case ALLTOALL -> List.of(HOST, THREAD, WARP, BLOCK, PUT_SIGNAL, PUT_THEN_SIGNAL, STORES);
            case PUT -> List.of(THREAD, WARP, BLOCK, PING_THREAD, PING_WARP, PING_BLOCK);
            case GET -> List.of(THREAD, WARP, BLOCK);
            default -> List.of(HOST);
        };
    }

    static Optional<NvshmemTransferMethod> ofText(String text, Operation operation) {
        return of(operation).stream().filter(method -> method.text.equals(text)).findFirst();
    }

    static List<String> texts(Operation operation) {
        return of(operation).stream().map(each -> each.text).toList();
    }

    /** Returns the name on the command line. */
    String text() {
        return text;
    }

    /** Returns what the column {@code variant} has. */
    String variant() {
        return variant;
    }

    int number() {
        return number;
    }

    /** Returns whether a kernel of gpucomm's own is launched over a grid. */
    boolean launched() {
        return launched;
    }

    /**
     * Returns the largest message that is made: perftest ends its all-to-alls where one thread or one warp would take milliseconds, and a
     * put there and back by one of them takes as long.
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

    /** Returns whether one block calls NVSHMEM's own collective. */
    boolean isCollective(Operation operation) {
        return operation == Operation.ALLTOALL && number >= THREAD.number && number <= BLOCK.number;
    }

    /** Returns whether ranks 0 and 1 put to one another in turns. */
    boolean isPing() {
        return compareTo(PING_THREAD) >= 0;
    }

    /** Returns grids that are tried when none is asked for, on a GPU of this many multiprocessors. */
    List<Grid> grids(Operation operation, int multiprocessors) {
        return isCollective(operation)
                ? List.of(PERFTEST)
                : Grid.within(multiprocessors, List.of(new Grid(1, 512), new Grid(8, 128), new Grid(32, 128),
                        new Grid(64, 128), new Grid(64, 512), new Grid(128, 256), new Grid(128, 512)));
    }
}
