package org.gpucomm.runner.proxy;

import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.KernelFailureException;
import org.gpucomm.runner.gpu.ReachableMemory;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * Session of one GPU. Seats synchronise on the host, because no GPU waits for another; times come from events of the device. Each prepared
 * case has its own queues and proxy threads. Nothing needs to be aborted: queued work ends within the time that a GPU waits for a proxy.
 */
final class ProxySession implements Session {

    private static final int BLOCKS_OF_A_CHECK = 128;
    private static final int MOST_SLOTS = 64;

    private final ProxySetup setup;
    private final Seat seat;
    private final Device device;
    private @Nullable Joined joined;
    private @Nullable Queues queues;
    private @Nullable ProxyCase prepared;
    private long bufferBytes;
    private long seed;

    ProxySession(ProxySetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.seat = seat;
        this.device = device;
    }

    @Override
    public long room() {
        return device.freeBytes();
    }

    /**
     * Allocates two buffers per rank. Each rank writes from its first buffer to the second buffer of the next rank, or its own if alone.
     */
    @Override
    public void join(Cases cases) {
        seat.at("mapping the memory of the other GPUs");
        bufferBytes = ProxySetup.LEAST_SLOTS * cases.all().mapToLong(each -> ((ProxyCase) each).pitch()).max()
                .orElseThrow();
        var stream = device.stream();
        joined = new Joined(stream, new DeviceClock(seat, device, stream, setup.request().lostAfter()),
                device.kernels(setup.kernels()), new ReachableMemory(seat, device, 2 * bufferBytes),
                device.allocate(Long.BYTES));
    }

    @Override
    public void warmUp(Case of, int operations) {
        prepare(of);
        batch(operations);
        finish();
    }

    @Override
    public void prepare(Case of) {
        var each = (ProxyCase) of;
        prepared = each;
        int next = (seat.rank() + 1) % seat.ranks();
        queues = new Queues(setup.shim(), device, joined().stream, each, setup.request().lostAfter(), clock().lost());
        if (!each.isQueue()) {
            queues.copy(joined().memory.of(next) + bufferBytes, joined().memory.mine());
        }
    }

    @Override
    public double run() {
        return batch(setup.request().protocol().iterations());
    }

    @Override
    public OptionalLong check() {
        seed += 1_000_003;
        return OptionalLong.of(of().isQueue() ? wrongRequests() : wrongWords());
    }

    @Override
    public void finish() {
        Objects.requireNonNull(queues).close();
        queues = null;
        prepared = null;
    }

    @Override
    public void leave() {
        var mine = joined();
        device.free(mine.counter);
        mine.memory.close();
        mine.clock.close();
        mine.kernels.close();
        mine.stream.close();
        device.close();
    }

    private double batch(int operations) {
        seat.barrier("the next batch");
        clock().mark(0);
        if (of().isQueue()) {
            for (int i = 0; i < operations; i++) {
                queues().post(joined().kernels, setup.request().posts(), 0);
            }
        } else {
            write(operations);
        }
        clock().mark(1);
        complete();
        long each = of().isQueue() ? setup.request().posts() : 1;
        return clock().micros(0, 1) / Math.max(1, operations * each);
    }

    private void write(int many) {
        queues().write(joined().kernels, joined().memory.mine(), slots(), many, seed);
    }

    /** Returns the number of writes that fit a buffer. Small writes use a new place each time, so that caches do not serve them. */
    private long slots() {
        return Math.clamp(bufferBytes / of().pitch(), ProxySetup.LEAST_SLOTS, MOST_SLOTS);
    }

    private long wrongRequests() {
        long count = (long) of().posters() * setup.request().posts();
        queues().inspect(count, seed);
        queues().post(joined().kernels, setup.request().posts(), seed);
        complete();
        return queues().wrong();
    }

    /** Writes once and counts wrong words. No GPU writes before all have cleared their receive buffers. */
    private long wrongWords() {
        var mine = joined();
        long words = of().bytes() / Integer.BYTES;
        long slot = queues().slotOfNext(slots()) * of().pitch();
        mine.stream.fill(mine.memory.mine(), 0, 2 * bufferBytes);
        if (!of().method().fills()) {
            mine.kernels.kernel("gpucomm_proxy_fill").launch(mine.stream, BLOCKS_OF_A_CHECK, ProxyCase.BLOCK,
                    mine.memory.mine() + slot, words, seed);
        }
        complete();
        seat.barrier("all buffers are filled");
        write(1);
        complete();
        seat.barrier("all writes are done");
        mine.stream.fill(mine.counter, 0, Long.BYTES);
        mine.kernels.kernel("gpucomm_proxy_check").launch(mine.stream, BLOCKS_OF_A_CHECK, ProxyCase.BLOCK,
                mine.memory.mine() + slot + (of().method().posts() ? bufferBytes : 0), words, seed, mine.counter);
        complete();
        return device.readLong(mine.counter);
    }

    /** Waits for the GPU. If a kernel waited for a proxy in vain, throws the failure of the proxy, if there is one. */
    private void complete() {
        try {
            clock().complete();
        } catch (KernelFailureException loss) {
            queues().throwIfFailed();
            throw loss;
        }
    }

    private ProxyCase of() {
        return Objects.requireNonNull(prepared);
    }

    private Queues queues() {
        return Objects.requireNonNull(queues);
    }

    private DeviceClock clock() {
        return joined().clock;
    }

    private Joined joined() {
        return Objects.requireNonNull(joined, "join comes first");
    }

    /** Resources that {@link #join} opens and {@link #leave} closes. */
    private record Joined(Stream stream, DeviceClock clock, Kernels kernels, ReachableMemory memory, long counter) {}
}
