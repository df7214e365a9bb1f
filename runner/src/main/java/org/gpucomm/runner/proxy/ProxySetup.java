package org.gpucomm.runner.proxy;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.ProxyShim;
import org.gpucomm.runner.gpu.GpuSetup;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Setup with CUDA, the proxy shim and the kernels loaded and the GPUs of this process chosen. */
record ProxySetup(ProxyRequest request, Cuda cuda, ProxyShim shim, List<Cuda.Gpu> gpus,
        byte[] kernels) implements GpuSetup {

    /** Unit of a proxy's copies in bytes. */
    private static final int LINE_BYTES = 16;
    /** Minimum number of writes in a buffer: one can be filled while another is in flight. */
    static final int LEAST_SLOTS = 2;

    @Override
    public String agreement() {
        return String.join(" ", request.operation().id(), gpus.size() + " GPUs a process", request.sizes().toString(),
                request.methods().toString(), "proxies " + request.proxies(), "posters " + request.posters(),
                "posts " + request.posts(), "depth " + request.depth(), "fill blocks " + request.fillBlocks(),
                request.protocol().toString());
    }

    @Override
    public Cases cases(int ranks, long room) {
        long limit = GpuSetup.largest(room, 2 * LEAST_SLOTS);
        var series = new ArrayList<Cases.Series>();
        for (var method : request.methods()) {
            for (int proxies : method == ProxyRequestMethod.FILL
                    ? request.proxies().subList(0, 1)
                    : request.proxies()) {
                if (request.operation() == Operation.QUEUE) {
                    request.posters()
                            .forEach(posters -> series.add(one(new ProxyCase(request, method, proxies, posters, 0,
                                    ProxyCase.REQUEST_BYTES))));
                } else {
                    (method.fills() ? request.fillBlocks() : List.of(0)).forEach(
                            blocks -> series.add(writes(method, proxies, blocks, limit)));
                }
            }
        }
        var possible = series.stream().filter(each -> !each.points().isEmpty()).toList();
        if (possible.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of the sizes can be measured: a write is a multiple of 16 bytes, and "
                            + "four buffers of it fit the memory");
        }
        var sizes = request.sizes();
        var parameters = new ArrayList<>(sizes.parameters(request.protocol()));
        parameters.add(new Fact("posts", "" + request.posts()));
        return new Cases(possible, parameters, null, GpuSetup.reduced(sizes, limit, "four"));
    }

    @Override
    public Session open(Seat seat) {
        return new ProxySession(this, seat, device(seat));
    }

    /** Computes times and rates. For a queue, the time is that of one post for its poster; the rate is that of all posters of a GPU. */
    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var each = (ProxyCase) of;
        if (!each.isQueue()) {
            return times.outcome(each.bytes(), Double.NaN, wrong);
        }
        var outcome = times.outcome(Double.NaN, Double.NaN, wrong);
        var rate = Times.number(each.posters() / times.micros());
        return rate == null
                ? outcome
                : outcome.withMetrics(outcome.metrics().with(NamedValues.of("rate_Mops", rate.text())));
    }

    private Cases.Series writes(ProxyRequestMethod method, int proxies, int blocks, long limit) {
        var points = request.sizes().upTo(limit).stream().filter(bytes -> bytes > 0 && bytes % LINE_BYTES == 0)
                .mapToObj(bytes -> new Cases.Point(List.of(new ProxyCase(request, method, proxies, 1, blocks, bytes))))
                .toList();
        return Cases.Series.of(points);
    }

    private static Cases.Series one(ProxyCase each) {
        return Cases.Series.of(List.of(new Cases.Point(List.of(each))));
    }
}
