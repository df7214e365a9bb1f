package org.gpucomm.runner.fabric;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.gpucomm.runner.ffi.shim.FabricMemory;
import org.gpucomm.runner.ffi.shim.PostingPolicy;
import org.gpucomm.runner.ffi.shim.FabricRails;
import org.gpucomm.runner.ffi.shim.Requests;
import org.gpucomm.runner.ffi.shim.TransferStats;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.rig.Seat;

/** Rails of one rank, connected to its peers, with words by which ranks signal completion to each other. */
final class ConnectedRails {

    /** Number of values before those of the rails in {@link #measured}. */
    static final int BEFORE_RAILS = 5;
    private static final double NANOS_PER_MICRO = 1e3;
    /** Timeout of the passive side, which the rig ends earlier if a step takes too long. */
    private static final Duration LONG = Duration.ofDays(1);

    private final Seat seat;
    private final FabricRails rails;
    private final Routes routes;
    private final FabricMemory words;
    private final Duration stall;
    /** Times in µs to open the endpoints, to register the memory and to add the addresses of the peers. */
    private final double[] setUpMicros;
    private final long[] signalled;
    private final long[] heard;
    private final long[] arrivals;
    private double firstMicros;

    private ConnectedRails(Seat seat, FabricRails rails, Routes routes, FabricMemory words, Duration stall,
            double... setUpMicros) {
        this.seat = seat;
        this.rails = rails;
        this.routes = routes;
        this.words = words;
        this.stall = stall;
        this.setUpMicros = setUpMicros;
        this.signalled = new long[seat.ranks()];
        this.heard = new long[seat.ranks()];
        this.arrivals = new long[seat.ranks()];
    }

    /** Opens the rails of a seat and exchanges addresses with all ranks. All seats must call this. */
    static ConnectedRails connect(FabricSetup setup, Seat seat, FabricMemory messages, FabricMemory words,
            Buffers buffers) {
        long begin = System.nanoTime();
        var rails = setup.fabric().open(setup.provider(), setup.placement(seat.number()).domains(),
                setup.method().device(), setup.method().depth());
        try {
            long opened = System.nanoTime();
            var ofMessages = rails.register(messages);
            var ofWords = rails.register(words);
            long registered = System.nanoTime();
            // Old words would be mistaken for words of the new rails.
            words.clear(0, words.bytes());
            var endpoints = seat
                    .exchange("addresses", new EndpointInfo(setup.host(), rails.addresses(), ofMessages, ofWords,
                            buffers.receiveAt()).toBytes())
                    .stream().map(EndpointInfo::of).toList();
            long met = System.nanoTime();
            endpoints.forEach(endpoint -> rails.addPeer(endpoint.addresses()));
            var connected = new ConnectedRails(seat, rails, new Routes(seat.rank(), seat.ranks(), buffers, endpoints),
                    words, setup.request().stall(), (opened - begin) / NANOS_PER_MICRO,
                    (registered - opened) / NANOS_PER_MICRO, (System.nanoTime() - met) / NANOS_PER_MICRO);
            seat.barrier("the rails");
            return connected;
        } catch (RuntimeException e) {
            rails.close();
            throw e;
        }
    }

    Routes routes() {
        return routes;
    }

    /** Exchanges a word with ranks over every rail, which establishes the connections, and records the time. */
    void touch(IntPredicate peers) {
        rails.use(rails.count());
        firstMicros = sendWords(peers, rails.count());
        // A word that arrived over one rail says nothing about the other rails: the second word is sent after all first ones arrived.
        signal(peers);
        chosen(peers).forEach(peer -> heard[peer]++);
        awaitSignal(peers);
    }

    /** Restricts later calls to the first rails. */
    void use(int first) {
        rails.use(first);
    }

    /** Notifies ranks that this rank is done, so that they can stop driving its transfers. */
    void signal(IntPredicate peers) {
        sendWords(peers, 1);
    }

    /** Sends the next word to ranks over the first rails, and returns the time in µs; 0 if there is no such rank. */
    private double sendWords(IntPredicate peers, int firstRails) {
        var transfers = new ArrayList<Transfer>();
        for (int peer : chosen(peers)) {
            words.putWord(routes.memory().outgoingAt(peer), ++signalled[peer]);
            for (int rail = 0; rail < firstRails; rail++) {
                transfers.add(routes.word(peer, rail));
            }
        }
        var policy = new PostingPolicy(1, 64, 16, true, 1, false, stall, false, Requests.DIRECT);
        return transfers.isEmpty()
                ? 0
                : rails.drive(List.of(transfers), policy, null, List.of(), where("the others")).nanos()
                        / NANOS_PER_MICRO;
    }

    /** Waits for the next word of ranks, driving their transfers meanwhile. */
    void awaitSignal(IntPredicate peers) {
        var from = chosen(peers);
        var addresses = new long[from.size()];
        var values = new long[from.size()];
        for (int i = 0; i < from.size(); i++) {
            addresses[i] = routes.memory().incoming(from.get(i));
            values[i] = ++heard[from.get(i)];
        }
        if (values.length > 0) {
            rails.awaitWords(addresses, values, LONG, where("the others"));
        }
    }

    /** Runs transfers between this rank and another. */
    TransferStats drive(List<List<Transfer>> list, PostingPolicy policy, List<Integer> cores, int peer) {
        return rails.drive(list, policy, null, cores, where("rank " + peer + " on " + routes.peers().get(peer).host()));
    }

    /** Runs an exchange with all ranks. Each rank sends this one {@code writesOfEach} immediates per iteration. */
    TransferStats exchange(List<List<Transfer>> list, PostingPolicy policy, int writesOfEach) {
        var each = new long[seat.ranks()];
        IntStream.range(0, each.length).filter(rank -> rank != seat.rank()).forEach(rank -> each[rank] = writesOfEach);
        var stats = rails.drive(list, policy.oneByOne(), new FabricRails.Arrivals(arrivals.clone(), each), List.of(),
                where("the others"));
        for (int rank = 0; rank < each.length; rank++) {
            arrivals[rank] += each[rank] * policy.iterations();
        }
        return stats;
    }

    /** Waits for {@code count} more immediates from a rank, driving its transfers meanwhile. */
    void awaitWrites(int from, long count) {
        arrivals[from] += count;
        rails.awaitArrivals(arrivals.clone(), LONG, where("rank " + from + " on " + routes.peers().get(from).host()));
    }

    /** Exchanges messages in ping-pong with a rank. Returns the time of each round trip in ns. */
    long[] pingPong(int peer, long bytes, int rounds, boolean begins) {
        return rails.pingPong(peer, routes.memory().send(), routes.memory().receive(), bytes, rounds, begins,
                begins ? stall : LONG, where("rank " + peer + " on " + routes.peers().get(peer).host()));
    }

    /**
     * Returns the times in µs to open the endpoints, to register the memory and to add the peers, the time in µs of the first transfer on
     * every connection (0 if unknown), how often the queue of a provider was full in the last batch, and the bandwidth of each rail in it in
     * 10⁹ bytes per second.
     */
    double[] measured(TransferStats last) {
        return DoubleStream
                .concat(DoubleStream.of(setUpMicros[0], setUpMicros[1], setUpMicros[2], firstMicros, last.full()),
                        last.rails().stream().mapToDouble(TransferStats.OfRail::gigabytesPerSecond))
                .toArray();
    }

    void stop() {
        rails.stop();
    }

    void close() {
        rails.close();
    }

    private List<Integer> chosen(IntPredicate peers) {
        return IntStream.range(0, seat.ranks()).filter(rank -> rank != seat.rank()).filter(peers).boxed().toList();
    }

    private String where(String whom) {
        return "rank " + seat.rank() + " with " + whom;
    }
}
