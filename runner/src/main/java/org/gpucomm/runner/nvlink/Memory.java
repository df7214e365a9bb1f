package org.gpucomm.runner.nvlink;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.gpu.ReachableMemory;
import org.gpucomm.runner.rig.Seat;

/**
 * Memory of one seat and mapped memory of its peers: marks, inboxes, send and receive buffers, in the layout of
 * {@code native/kernels/alltoall.cu}.
 */
final class Memory implements AutoCloseable {

    /** MOST_BLOCKS, SLOTS, and the size of a line and of its payload, as in alltoall.cu. */
    static final int MOST_BLOCKS = 1024;
    private static final int SLOTS = 2;
    private static final int LINE_BYTES = 16;
    private static final int PAYLOAD_BYTES = 12;
    private static final int ALIGNMENT = 256;

    private final Device device;
    private final ReachableMemory peers;
    private final int ranks;
    private final long linesOfRank;
    private final long blockMarks;
    private final long inbox;
    private final long send;
    private final long receive;
    private final long tables;

    /** Allocates the memory and maps that of the other seats. All seats must call this. */
    Memory(Seat seat, Device device, long bufferBytes) {
        this.device = device;
        this.ranks = seat.ranks();
        this.linesOfRank = NvlinkSetup.MOST_MARKED_BYTES / ranks / PAYLOAD_BYTES + 1;
        this.blockMarks = aligned((long) (ranks + 1) * Integer.BYTES);
        this.inbox = aligned(blockMarks + (long) ranks * MOST_BLOCKS * Integer.BYTES);
        this.send = aligned(inbox + SLOTS * ranks * linesOfRank * LINE_BYTES);
        this.receive = aligned(send + bufferBytes);
        this.peers = new ReachableMemory(seat, device, receive + bufferBytes);
        this.tables = device.allocate(4L * ranks * Long.BYTES);
        device.write(table(0), peers.at(0));
        device.write(table(1), peers.at(blockMarks));
        device.write(table(2), peers.at(inbox));
        device.write(table(3), peers.at(receive));
    }

    /** Returns the table of the marks for meetings of all GPUs: a word for each rank, and one for pings. */
    long meetings() {
        return table(0);
    }

    /** Returns the table of the marks of blocks, by rank and block. */
    long blockMarks() {
        return table(1);
    }

    long inboxes() {
        return table(2);
    }

    long receives() {
        return table(3);
    }

    /** Returns the capacity of an inbox in lines per rank. */
    long linesOfRank() {
        return linesOfRank;
    }

    long ping(int rank) {
        return peers.of(rank) + (long) ranks * Integer.BYTES;
    }

    long send(int rank) {
        return peers.of(rank) + send;
    }

    long receive(int rank) {
        return peers.of(rank) + receive;
    }

    @Override
    public void close() {
        device.free(tables);
        peers.close();
    }

    private long table(int number) {
        return tables + (long) number * ranks * Long.BYTES;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
