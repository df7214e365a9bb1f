package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.SignalHandlers;
import org.jspecify.annotations.Nullable;

/**
 * Rails of one rank: an endpoint on each of its network interfaces, opened and driven together. Only one thread may use the rails, except
 * for {@link #stop}. Registered memory must outlive the rails.
 */
public final class FabricRails implements AutoCloseable {

    /** Size of an address in bytes: GPUCOMM_ADDRESS_BYTES of gpucomm_fabric.h. */
    private static final int ADDRESS_BYTES = 256;

    private final FabricFunctions functions;
    private final List<String> domains;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment handles;
    private final MemorySegment stop;
    private final MemorySegment failed;
    private int opened;
    private int used;

    FabricRails(FabricFunctions functions, String provider, List<String> domains, boolean device, long depth) {
        this.functions = functions;
        this.domains = List.copyOf(domains);
        this.handles = arena.allocate(ValueLayout.JAVA_LONG, domains.size());
        this.stop = arena.allocate(ValueLayout.JAVA_INT);
        this.failed = arena.allocate(ValueLayout.JAVA_LONG);
        try {
            domains.forEach(domain -> open(provider, domain, device, depth));
        } catch (NativeCallException e) {
            close();
            throw e;
        }
    }

    private void open(String provider, String domain, boolean device, long wanted) {
        // Listed before the call, because files that cause an error may be gone afterwards.
        var shared = ShmFiles.now();
        try (var call = Arena.ofConfined()) {
            var granted = call.allocate(ValueLayout.JAVA_LONG);
            // The shm provider replaces signal handlers when its first endpoint is opened, including the JVM's for SIGSEGV.
            int code = SignalHandlers.kept(() -> functions.gpucomm_rail_open(call.allocateFrom(provider),
                    call.allocateFrom(domain), device ? 1 : 0, wanted,
                    handles.asSlice((long) opened * Long.BYTES), granted));
            functions.check("opening a rail", code,
                    () -> code == ShmFiles.BUSY && provider.contains("shm")
                            ? "; " + shared.whyBusy(ProcessHandle.current().pid())
                            : "");
            opened++;
            used = opened;
        }
    }

    public int count() {
        return opened;
    }

    /** Restricts later calls to the first rails; the others are not even polled. */
    public void use(int first) {
        used = first;
    }

    /** Returns the addresses of the rails for peers, {@link #ADDRESS_BYTES} bytes each. */
    public byte[] addresses() {
        try (var call = Arena.ofConfined()) {
            var addresses = call.allocate((long) ADDRESS_BYTES * opened, Long.BYTES);
            for (int rail = 0; rail < opened; rail++) {
                check("fi_getname", "this side", rail, functions.gpucomm_rail_address(handle(rail),
                        addresses.asSlice((long) rail * ADDRESS_BYTES)));
            }
            return addresses.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** Adds a peer to every rail: rail i reaches rail i of the peer. Peers are numbered from 0. */
    public void addPeer(byte[] addresses) {
        try (var call = Arena.ofConfined()) {
            var copy = call.allocate(addresses.length, Long.BYTES);
            copy.copyFrom(MemorySegment.ofArray(addresses));
            for (int rail = 0; rail < opened; rail++) {
                check("adding a peer", "this side", rail,
                        functions.gpucomm_rail_peer(handle(rail), copy.asSlice((long) rail * ADDRESS_BYTES)));
            }
        }
    }

    /** Registers memory with every rail and returns the key and base address for peers, one per rail. */
    public List<RegionKey> register(FabricMemory memory) {
        var registrations = new ArrayList<RegionKey>();
        try (var call = Arena.ofConfined()) {
            var out = call.allocate(ValueLayout.JAVA_LONG, 2);
            for (int rail = 0; rail < opened; rail++) {
                check("registering memory", "this side", rail, functions.gpucomm_rail_register(handle(rail),
                        memory.address(), memory.bytes(), memory.gpu(), out, out.asSlice(Long.BYTES)));
                registrations.add(new RegionKey(out.getAtIndex(ValueLayout.JAVA_LONG, 0),
                        out.getAtIndex(ValueLayout.JAVA_LONG, 1)));
            }
        }
        return registrations;
    }

    /** Key and base address of registered memory on a rail; a peer accesses byte i of the memory by the key and address base + i. */
    public record RegionKey(long key, long base) {}

    /**
     * Runs transfers and waits for their completion.
     *
     * @param list     transfers of each iteration of a period; all lists have the same length
     * @param arrivals immediates that each iteration waits for; null for none
     * @param cores    processor of each thread; empty for any
     * @param where    this rank and its peer, for messages
     */
    public TransferStats drive(List<List<Transfer>> list, PostingPolicy policy, @Nullable Arrivals arrivals,
            List<Integer> cores, String where) {
        try (var call = Arena.ofConfined()) {
            int each = list.getFirst().size();
            var transfers = call.allocate(ValueLayout.JAVA_LONG, (long) Transfer.LONGS * each * list.size());
            long next = 0;
            for (var iteration : list) {
                for (var transfer : iteration) {
                    MemorySegment.copy(transfer.toLongs(), 0, transfers, ValueLayout.JAVA_LONG, next, Transfer.LONGS);
                    next += (long) Transfer.LONGS * Long.BYTES;
                }
            }
            var done = call.allocate(ValueLayout.JAVA_LONG, policy.iterations());
            var outcomes = call.allocate(ValueLayout.JAVA_LONG, (long) TransferStats.OfRail.LONGS * used);
            var places = cores.size() < policy.threads()
                    ? MemorySegment.NULL
                    : longs(call, cores.stream().mapToLong(Integer::longValue).toArray());
            int code = functions.gpucomm_drive(handles, used, transfers,
                    longs(call, policy.toLongs(each, list.size())),
                    arrivals == null ? MemorySegment.NULL : arrivals.in(call), places, stop, done, outcomes, failed);
            checkFailed("driving transfers", where, code);
            return new TransferStats(done.toArray(ValueLayout.JAVA_LONG), outcomes(outcomes));
        }
    }

    /**
     * Immediates to wait for, by source rank.
     *
     * @param before number of immediates already waited for since the rails were opened
     * @param each   number of immediates per iteration
     */
    public record Arrivals(long[] before, long[] each) {

        private MemorySegment in(Arena arena) {
            return longs(arena,
                    new long[]{before.length, longs(arena, before).address(), longs(arena, each).address()});
        }
    }

    /** Waits until each source rank has sent the given total number of immediates, while the rails make progress. */
    public void awaitArrivals(long[] inAll, Duration timeout, String where) {
        try (var call = Arena.ofConfined()) {
            checkFailed("waiting", where,
                    functions.gpucomm_await(handles, used, longs(call, inAll), inAll.length, MemorySegment.NULL,
                            MemorySegment.NULL, 0, timeout.toNanos(), stop, failed));
        }
    }

    /** Waits until the words at these addresses have reached these values, while the rails make progress. */
    public void awaitWords(long[] addresses, long[] values, Duration timeout, String where) {
        try (var call = Arena.ofConfined()) {
            checkFailed("waiting", where,
                    functions.gpucomm_await(handles, used, MemorySegment.NULL, 0, longs(call, addresses),
                            longs(call, values), values.length, timeout.toNanos(), stop, failed));
        }
    }

    /**
     * Exchanges messages with a peer in ping-pong over the first rail.
     *
     * @return time of each round trip in ns
     */
    public long[] pingPong(int peer, long send, long receive, long bytes, int iterations, boolean begins,
            Duration timeout, String where) {
        try (var call = Arena.ofConfined()) {
            var times = call.allocate(ValueLayout.JAVA_LONG, iterations);
            failed.set(ValueLayout.JAVA_LONG, 0, 0);
            checkFailed("ping-pong", where,
                    functions.gpucomm_ping_pong(handle(0), peer, send, receive, bytes, iterations, begins ? 1 : 0,
                            timeout.toNanos(), stop, times));
            return times.toArray(ValueLayout.JAVA_LONG);
        }
    }

    /** Ends the current call of any thread and every later call. */
    public synchronized void stop() {
        if (arena.scope().isAlive()) {
            stop.set(ValueLayout.JAVA_INT, 0, 1);
        }
    }

    @Override
    public synchronized void close() {
        for (int rail = 0; rail < opened; rail++) {
            functions.gpucomm_rail_close(handle(rail));
        }
        opened = 0;
        arena.close();
    }

    private List<TransferStats.OfRail> outcomes(MemorySegment outcomes) {
        var all = new ArrayList<TransferStats.OfRail>();
        for (int rail = 0; rail < used; rail++) {
            long at = (long) rail * TransferStats.OfRail.LONGS;
            all.add(new TransferStats.OfRail(outcomes.getAtIndex(ValueLayout.JAVA_LONG, at + 1),
                    outcomes.getAtIndex(ValueLayout.JAVA_LONG, at + 3),
                    outcomes.getAtIndex(ValueLayout.JAVA_LONG, at + 4)));
        }
        return all;
    }

    private long handle(int rail) {
        return handles.getAtIndex(ValueLayout.JAVA_LONG, rail);
    }

    private void check(String call, String where, int rail, int code) {
        functions.check(call, where + ", rail " + rail + " (" + domains.get(rail) + ")", handle(rail), code);
    }

    private void checkFailed(String call, String where, int code) {
        if (code != 0) {
            check(call, where, (int) failed.get(ValueLayout.JAVA_LONG, 0), code);
        }
    }

    private static MemorySegment longs(Arena arena, long[] values) {
        return arena.allocateFrom(ValueLayout.JAVA_LONG, values);
    }
}
