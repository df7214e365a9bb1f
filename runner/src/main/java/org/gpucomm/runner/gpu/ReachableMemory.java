package org.gpucomm.runner.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.host.KernelState;
import org.gpucomm.runner.rendezvous.ByteArrays;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Seat;

/**
 * Zeroed memory of the same size on the GPU of each seat, which the GPUs of all other seats can read and write. All seats are on one host,
 * in one or several processes.
 */
public final class ReachableMemory implements AutoCloseable {

    /** Granularity in bytes of the driver's allocations and mappings; a smaller allocation would share its piece with others. */
    private static final long PIECE_BYTES = 2 << 20;
    /** Id of this process, because processes of different containers can have the same process id. */
    private static final UUID PROCESS = UUID.randomUUID();

    private final Seat seat;
    private final Device device;
    private final long mine;
    private final long[] addresses;
    private final List<Long> mapped = new ArrayList<>();

    /**
     * Allocates memory and maps that of the other seats. All seats must call this.
     *
     * @throws MissingException         if the GPU cannot access the GPU of another seat
     * @throws IllegalArgumentException if a seat is on another host
     */
    public ReachableMemory(Seat seat, Device device, long bytes) {
        long size = (bytes + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES;
        this.seat = seat;
        this.device = device;
        this.mine = device.allocate(size);
        this.addresses = new long[seat.ranks()];
        try (var stream = device.stream()) {
            stream.fill(mine, 0, size);
            while (!stream.idle()) {
                Thread.onSpinWait();
            }
        }
        var self = new Allocation(host(), PROCESS.toString(), device.ordinal(), mine,
                device.peers().handle(mine));
        var all = seat.exchange("memory of the GPUs", self.toBytes()).stream().map(Allocation::of).toList();
        for (int rank = 0; rank < all.size(); rank++) {
            addresses[rank] = rank == seat.rank() ? mine : reached(self, all.get(rank), rank);
        }
        seat.barrier("memory of the GPUs is mapped");
    }

    /** Returns the address of this seat's memory. */
    public long mine() {
        return mine;
    }

    /** Returns the address of a rank's memory for the GPU of this seat. */
    public long of(int rank) {
        return addresses[rank];
    }

    /** Returns the addresses of an offset in the memory of all ranks, in order of rank. */
    public long[] at(long offset) {
        var all = addresses.clone();
        for (int rank = 0; rank < all.length; rank++) {
            all[rank] += offset;
        }
        return all;
    }

    /** Unmaps and frees the memory. All seats must call this, after all work that uses the memory is complete. */
    @Override
    public void close() {
        seat.barrier("memory of the GPUs is no longer used");
        mapped.forEach(device.peers()::unmap);
        seat.barrier("memory of the GPUs is no longer mapped");
        device.free(mine);
    }

    private long reached(Allocation self, Allocation other, int rank) {
        if (!other.host().equals(self.host())) {
            throw new IllegalArgumentException("rank " + rank + " is on another host than rank " + seat.rank()
                    + ": GPUs write into one another's memory within a host only");
        }
        if (!other.process().equals(self.process())) {
            long address = device.peers().map(other.handle());
            mapped.add(address);
            return address;
        }
        if (!device.peers().reaches(other.ordinal())) {
            throw new MissingException("GPU " + self.ordinal() + " cannot reach the memory of GPU " + other.ordinal()
                    + ": the driver offers no peer access between them. nvidia-smi topo -p2p rw shows more.");
        }
        device.peers().reach(other.ordinal());
        return other.address();
    }

    /** Returns the boot id of the kernel, which is unique to the host. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException noProc) {
            return KernelState.hostName(Path.of("/")).orElse("this host");
        }
    }

    /** Address and handle of a seat's memory, sent to the other seats. */
    private record Allocation(String host, String process, int ordinal, long address, byte[] handle) {

        byte[] toBytes() {
            return ByteArrays.joined(List.of(ByteArrays.ofTexts(host, process, ordinal, address), handle));
        }

        static Allocation of(byte[] bytes) {
            var parts = ByteArrays.split(bytes);
            var texts = ByteArrays.texts(parts.get(0));
            return new Allocation(texts.get(0), texts.get(1), Integer.parseInt(texts.get(2)),
                    Long.parseLong(texts.get(3)), parts.get(1));
        }
    }
}
