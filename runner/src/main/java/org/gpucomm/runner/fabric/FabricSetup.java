package org.gpucomm.runner.fabric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Setup with libfabric loaded and the interfaces of the seats chosen. */
final class FabricSetup implements Setup {

    private final FabricRequest request;
    private final Fabric fabric;
    private final String provider;
    private final List<NicPlacement> placements;
    private final FabricTransferMethod method;
    private final String host;
    private final @Nullable SeatGpus gpus;
    /** Bandwidth of the measured steps of the ladder in bytes per µs. Every seat of the process stores the same values. */
    private final Map<EfaDemoStep, Double> steps = new ConcurrentHashMap<>();

    FabricSetup(FabricRequest request, Fabric fabric, String provider, List<NicPlacement> placements,
            FabricTransferMethod method,
            String host, @Nullable SeatGpus gpus) {
        this.request = request;
        this.fabric = fabric;
        this.provider = provider;
        this.placements = placements;
        this.method = method;
        this.host = host;
        this.gpus = gpus;
    }

    FabricRequest request() {
        return request;
    }

    Fabric fabric() {
        return fabric;
    }

    String provider() {
        return provider;
    }

    /** Returns the name of this host, for messages. */
    String host() {
        return host;
    }

    NicPlacement placement(int seat) {
        return placements.get(seat);
    }

    /** Opens the GPU whose memory a seat uses for messages; null for host memory. */
    @Nullable
    Device gpu(int seat) {
        return gpus == null ? null : gpus.open(placements.get(seat), seat);
    }

    /** Returns the transfer method of all cases, and of the last step of the ladder. */
    FabricTransferMethod method() {
        return method;
    }

    @Override
    public List<SeatName> seats() {
        return IntStream.range(0, placements.size()).mapToObj(seat -> placements.get(seat).place(seat)).toList();
    }

    @Override
    public String agreement() {
        return String.join(" ", request.operation().id(), "provider " + provider, method.toString(),
                request.sizes().toString(), request.protocol().toString(), request.ladder() ? "ladder" : "",
                "libfabric " + fabric.version());
    }

    @Override
    public String libraryVersion() {
        return fabric.version();
    }

    @Override
    public NamedValues settings() {
        var named = NamedValues.of("provider", provider);
        if (request.operation() == Operation.SENDRECV) {
            return named.with("nics", "1");
        }
        return request.ladder() ? named : named.with(method.settings());
    }

    @Override
    public Cases cases(int ranks, long room) {
        var points = new ArrayList<Cases.Point>();
        request.sizes().stream().map(bytes -> whole(bytes, ranks)).distinct()
                .forEach(bytes -> steps()
                        .forEach(demoStep -> points.add(new Cases.Point(List.of(made(bytes, demoStep, ranks))))));
        var warmUps = request.ladder()
                ? List.<Case>of()
                : List.of(points.getLast().cases().getFirst(), points.getFirst().cases().getFirst());
        return new Cases(List.of(new Cases.Series(warmUps, points)), parameters(), null,
                method.depth() < request.method().depth()
                        ? "the provider grants " + method.depth() + " transfers in flight on an interface, not "
                                + request.method().depth()
                        : null);
    }

    @Override
    public Session open(Seat seat) {
        return new FabricSession(this, seat);
    }

    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var each = (FabricCase) of;
        double busFactor = request.operation() == Operation.ALLTOALL
                ? Operation.ALLTOALL.busFactor(ranks).orElseThrow()
                : Double.NaN;
        var outcome = times.outcome(each.countedBytes(), busFactor, wrong);
        var metrics = outcome.metrics().with(MeasuredFabric.of(times.ranks().getFirst()).metrics());
        if (each.operation() == Operation.SENDRECV) {
            metrics = metrics.with("one_way_us", number(times.micros() / 2));
        } else if (each.demoStep() == null && each.pairs() > 1) {
            metrics = metrics.with("all_pairs_GBps", number(each.bytes() * each.pairs() / times.micros() / 1e3));
        }
        var demoStep = each.demoStep();
        if (demoStep != null) {
            double rate = each.countedBytes() / times.micros();
            steps.put(demoStep, rate);
            var before = steps.entrySet().stream().filter(step -> step.getKey().compareTo(demoStep) < 0)
                    .max(Map.Entry.comparingByKey());
            if (before.isPresent()) {
                metrics = metrics.with("gain", number(rate / before.get().getValue()));
            }
        }
        return outcome.withMetrics(metrics);
    }

    static String number(double value) {
        return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    private List<@Nullable EfaDemoStep> steps() {
        if (request.ladder()) {
            return new ArrayList<>(EfaDemoStep.upTo(method));
        }
        var one = new ArrayList<@Nullable EfaDemoStep>();
        one.add(null);
        return one;
    }

    /** Rounds the size of an all-to-all so that every rank sends the same number of bytes to each. */
    private long whole(long bytes, int ranks) {
        return request.operation() == Operation.ALLTOALL ? Math.max(1, bytes / ranks) * ranks : bytes;
    }

    private FabricCase made(long bytes, @Nullable EfaDemoStep demoStep, int ranks) {
        return new FabricCase(request.operation(), bytes, demoStep == null ? method : demoStep.of(method),
                request.operation() == Operation.ALLTOALL ? 0 : ranks / 2, demoStep, request.protocol().iterations());
    }

    private List<Fact> parameters() {
        var protocol = request.protocol();
        return List.of(new Fact("provider", provider), new Fact("minBytes", "" + request.sizes().min()),
                new Fact("maxBytes", "" + request.sizes().max()), new Fact("step", request.sizes().text()),
                new Fact("warmup_iters", "" + protocol.warmUps()), new Fact("iters", "" + protocol.iterations()));
    }
}
