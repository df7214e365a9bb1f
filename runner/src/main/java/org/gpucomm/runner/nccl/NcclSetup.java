package org.gpucomm.runner.nccl;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.gpu.GpuSetup;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Sizes;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Setup with CUDA and NCCL loaded and the GPUs of this process chosen. */
record NcclSetup(NcclRequest request, Cuda cuda, Nccl nccl, Availability<byte[]> kernels,
        List<Cuda.Gpu> gpus) implements GpuSetup {

    /** Size in bytes per rank of the operations that make the JVM compile the loop. */
    static final int SMALLEST_BYTES = 16;

    @Override
    public String agreement() {
        return String.join(" ", request.collective().operation().id(), settings().text(),
                gpus.size() + " GPUs a process", request.sizes().toString(), request.types().toString(),
                request.reductions().toString(), "root " + request.root().orElse(-1), request.protocol().toString(),
                "aggregated " + request.aggregated(), "graphs " + request.graphs(), "NCCL " + nccl.version());
    }

    @Override
    public String libraryVersion() {
        return nccl.version();
    }

    @Override
    public NamedValues settings() {
        var settings = request.collective().settings();
        if (request.blocking() != NcclRequest.Blocking.NONE) {
            settings = settings.with("blocking", "" + request.blocking().ordinal());
        }
        if (request.registration() != NcclRequest.Registration.NONE) {
            settings = settings.with("local_register", "" + request.registration().ordinal());
        }
        return request.ctaPolicy() == null ? settings : settings.with("cta_policy", "" + request.ctaPolicy());
    }

    @Override
    public @Nullable String whyUnchecked() {
        return kernels instanceof Availability.Absent<byte[]> absent ? absent.reasons().getFirst() : null;
    }

    @Override
    public Style style() {
        return Style.NCCL_TESTS;
    }

    /** Returns the cases up to the size at which two buffers fit the memory of every GPU. */
    @Override
    public Cases cases(int ranks, long room) {
        long limit = GpuSetup.largest(room, 2);
        var sizes = request.sizes().upTo(limit);
        var combinations = Combination.of(request, ranks);
        var series = combinations.stream().map(each -> series(each, sizes, ranks)).toList();
        return new Cases(series, parameters(sizes),
                made(combinations.getFirst(), (long) SMALLEST_BYTES * ranks, Placement.OUT_OF_PLACE, ranks),
                GpuSetup.reduced(request.sizes(), limit, "two"));
    }

    @Override
    public Session open(Seat seat) {
        return new NcclSession(this, seat, device(seat));
    }

    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var each = (NcclCase) of;
        return times.outcome(request.collective().countedBytes(each.work(0, ranks)),
                request.collective().operation().busFactor(ranks).orElse(Double.NaN), wrong);
    }

    private Cases.Series series(Combination combination, Sizes sizes, int ranks) {
        var points = new ArrayList<Cases.Point>();
        sizes.stream().forEach(size -> {
            var outOfPlace = made(combination, size, Placement.OUT_OF_PLACE, ranks);
            points.add(new Cases.Point(request.collective().measuredInPlace()
                    ? List.of(outOfPlace,
                            new NcclCase(request, combination, size, outOfPlace.layout(), Placement.IN_PLACE))
                    : List.of(outOfPlace)));
        });
        return new Cases.Series(List.of(made(combination, sizes.max(), Placement.OUT_OF_PLACE, ranks),
                made(combination, sizes.min(), Placement.OUT_OF_PLACE, ranks)), points);
    }

    private NcclCase made(Combination combination, long bytes, Placement placement, int ranks) {
        int elementBytes = combination.type().bytes();
        return new NcclCase(request, combination, bytes,
                request.collective().layout(bytes / elementBytes, elementBytes, ranks), placement);
    }

    /** Returns the requested parameters, named as in the tables of nccl-tests. */
    private List<Fact> parameters(Sizes sizes) {
        var protocol = request.protocol();
        return List.of(new Fact("nThread", "" + gpus.size()), new Fact("nGpus", "1"),
                new Fact("minBytes", "" + sizes.min()), new Fact("maxBytes", "" + sizes.max()),
                new Fact("step", sizes.text()), new Fact("warmup_iters", "" + protocol.warmUps()),
                new Fact("iters", "" + protocol.iterations()), new Fact("agg_iters", "" + request.aggregated()),
                new Fact("validation", request.protocol().checks() > 0 && whyUnchecked() == null ? "1" : "0"),
                new Fact("graph", "" + request.graphs()));
    }
}
