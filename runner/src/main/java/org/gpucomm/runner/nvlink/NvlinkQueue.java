package org.gpucomm.runner.nvlink;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels.Kernel;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.Grid;
import org.gpucomm.runner.rig.Seat;
import org.jspecify.annotations.Nullable;

/**
 * Queue of operations on the stream of one GPU. All seats make the same calls, even if their GPU has nothing to do, so that the sequence
 * numbers for which GPUs wait are the same on all seats.
 */
final class NvlinkQueue implements AutoCloseable {

    /** Size of a chunk of a bulk copy, and number of chunks of a block in shared memory: CHUNKS of copy.cu. */
    private static final int CHUNK_BYTES = 8192;
    private static final int CHUNKS = 12;
    private static final int BARRIER_THREADS = 32;

    private final Seat seat;
    private final Stream stream;
    private final Kernels copies;
    private final Kernels exchanges;
    private final Map<NvlinkTransferMethod, Kernel> kernels = new EnumMap<>(NvlinkTransferMethod.class);
    /** Kernel that ends once it has started on all GPUs. */
    private final Kernel meet;
    private final Memory memory;
    private final long bufferBytes;
    private final long deadline;
    private final long lost;
    /** Next sequence number that a GPU waits for; marks are initially 0. */
    private long number = 1;

    NvlinkQueue(Seat seat, Device device, Stream stream, NvlinkSetup setup, Memory memory, long bufferBytes,
            long lost) {
        this.seat = seat;
        this.stream = stream;
        this.copies = device.kernels(setup.copies());
        this.exchanges = device.kernels(setup.exchanges());
        this.meet = exchanges.kernel("gpucomm_meet");
        for (var method : NvlinkTransferMethod.values()) {
            if (!method.kernel().isEmpty()) {
                kernels.put(method, (method.waitsForBlocks() ? exchanges : copies).kernel(method.kernel()));
            }
        }
        this.memory = memory;
        this.bufferBytes = bufferBytes;
        this.deadline = setup.request().grids().lostAfter().toNanos();
        this.lost = lost;
    }

    /** Queues a meeting of all GPUs: later work starts on all of them within 1 to 2 µs. */
    void meet() {
        meet.launch(stream, 1, BARRIER_THREADS, memory.meetings(), seat.rank(), seat.ranks(), take(1),
                deadline, lost);
    }

    /**
     * Queues operations, as a single launch or one launch each.
     *
     * @param grid launch grid; null if the method has none
     */
    void operations(NvlinkCase of, @Nullable Grid grid, int many) {
        if (of.isOneLaunch()) {
            launch(of, grid, 0, many);
            return;
        }
        for (int i = 0; i < many; i++) {
            launch(of, grid, i, 1);
        }
    }

    private void launch(NvlinkCase of, @Nullable Grid grid, int first, int repeats) {
        if (of.isExchange()) {
            exchange(of, grid, repeats);
        } else if (of.method() == NvlinkTransferMethod.PING) {
            ping(of, repeats);
        } else if (of.acts(seat.rank())) {
            transfer(of, grid, first, repeats);
        }
    }

    private void exchange(NvlinkCase of, @Nullable Grid grid, int repeats) {
        int rank = seat.rank();
        long share = of.share();
        switch (of.method()) {
            case MARKED -> launch(of.method(), grid, memory.inboxes(), memory.linesOfRank(), memory.receive(rank),
                    memory.send(rank), share, rank, seat.ranks(), take(repeats), repeats, deadline, lost);
            case BLOCKS ->
                launch(of.method(), grid, memory.receives(), memory.blockMarks(), memory.send(rank), share, rank,
                        seat.ranks(), take(repeats), repeats, deadline, lost);
            default -> {
                for (int hop = 1; hop <= seat.ranks(); hop++) {
                    int peer = (rank + hop) % seat.ranks();
                    stream.copy(memory.receive(peer) + rank * share, memory.send(rank) + peer * share, share);
                }
                meet();
            }
        }
    }

    private void ping(NvlinkCase of, int rounds) {
        long first = take(rounds);
        int rank = seat.rank();
        var pair = Objects.requireNonNull(of.pair());
        if (pair.has(rank)) {
            int peer = pair.peer(rank);
            kernel(NvlinkTransferMethod.PING).launch(stream, 1, 1, memory.ping(rank), memory.ping(peer),
                    rank == pair.one() ? 1 : 0,
                    first, rounds, peer, deadline, lost);
        }
    }

    /** Queues a transfer. Each operation uses the next part of the buffers, so that caches do not help. */
    private void transfer(NvlinkCase of, @Nullable Grid grid, int first, int repeats) {
        int rank = seat.rank();
        int peer = Objects.requireNonNull(of.pair()).peer(rank);
        boolean writes = of.request().operation() == Operation.WRITE;
        long stride = (of.bytes() + NvlinkTransferMethod.BULK.unit() - 1) / NvlinkTransferMethod.BULK.unit()
                * NvlinkTransferMethod.BULK.unit();
        long slots = Math.max(1, bufferBytes / stride);
        long shift = first % slots * stride;
        long to = memory.receive(writes ? peer : rank) + shift;
        long from = memory.send(writes ? rank : peer) + shift;
        switch (of.method()) {
            case COPY_ENGINE -> stream.copy(to, from, of.bytes());
            case BULK -> {
                var chosen = Objects.requireNonNull(grid);
                kernel(NvlinkTransferMethod.BULK).launchWith(CHUNKS * CHUNK_BYTES, stream, chosen.blocks(),
                        chosen.threads(),
                        to,
                        from,
                        of.bytes(), stride, slots, repeats, CHUNK_BYTES, lost);
            }
            default -> launch(of.method(), grid, to, from, of.bytes(), stride, slots, repeats);
        }
    }

    private void launch(NvlinkTransferMethod method, @Nullable Grid grid, long... arguments) {
        var chosen = Objects.requireNonNull(grid);
        kernel(method).launch(stream, chosen.blocks(), chosen.threads(), arguments);
    }

    private long take(int numbers) {
        long first = number;
        number += numbers;
        return first;
    }

    private Kernel kernel(NvlinkTransferMethod method) {
        return Objects.requireNonNull(kernels.get(method), method.text() + " has no kernel");
    }

    @Override
    public void close() {
        copies.close();
        exchanges.close();
    }
}
