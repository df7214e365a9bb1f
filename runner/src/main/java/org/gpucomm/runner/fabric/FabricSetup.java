package org.gpucomm.runner.fabric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/**
 * Setup with libfabric loaded and the interfaces of the seats chosen.
 *
 * @param method    transfer method of all cases, and of the last step of the ladder
 * @param host      name of this host, for messages
 * @param cuda      driver of the GPUs whose memory the seats use for messages; null for host memory
 * @param firstSeat number of the first seat of this process among those of its host
 * @param steps     bandwidth of the measured steps of the ladder in bytes per µs. Every seat of the process stores the same values.
 */
record FabricSetup(FabricRequest request, Fabric fabric, String provider, List<NicPlacement> placements,
        FabricTransferMethod method, String host, @Nullable Cuda cuda, int firstSeat,
        Map<EfaDemoStep, Double> steps) implements Setup {

    NicPlacement placement(int seat) {
        return placements.get(seat);
    }

    /** Opens the GPU of a seat for the calling thread: that of its interfaces, else the next one in turn; null for host memory. */
    @Nullable
    Device gpu(int seat) {
        if (cuda == null) {
            return null;
        }
        var gpus = cuda.gpus();
        return cuda.open(gpus.stream().filter(gpu -> gpu.pciAddress().equalsIgnoreCase(placement(seat).gpu()))
                .mapToInt(Cuda.Gpu::ordinal).findFirst().orElse((firstSeat + seat) % gpus.size()));
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
                .forEach(bytes -> demoSteps()
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
        var metrics = outcome.metrics().with(metrics(times.ranks().getFirst()));
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

    /** Returns what {@link ConnectedRails#measured} returned as metrics; bandwidths of rails only if there are several. */
    private static NamedValues metrics(double[] measured) {
        var metrics = NamedValues.of("open_us", number(measured[0])).with("register_us", number(measured[1]))
                .with("peers_us", number(measured[2]));
        if (measured[3] > 0) {
            metrics = metrics.with("first_us", number(measured[3]));
        }
        if (measured[4] > 0) {
            metrics = metrics.with("queue_full", Long.toString((long) measured[4]));
        }
        int rails = measured.length - ConnectedRails.BEFORE_RAILS;
        for (int rail = 0; rails > 1 && rail < rails; rail++) {
            metrics = metrics.with("rail" + rail + "_GBps", number(measured[ConnectedRails.BEFORE_RAILS + rail]));
        }
        return metrics;
    }

    private static String number(double value) {
        return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    private List<@Nullable EfaDemoStep> demoSteps() {
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
