package org.gpucomm.runner.jacobi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuSetup;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/**
 * Setup with the libraries and kernels loaded and the GPUs of this process chosen.
 *
 * @param leftOut message about methods that cannot run and why; null if all requested ones can
 * @param nccl    NCCL; null if no method needs it
 * @param nvshmem NVSHMEM; null if no method needs it
 */
record JacobiSetup(JacobiRequest request, List<HaloExchangeMethod> methods, @Nullable String leftOut, Cuda cuda,
        @Nullable Nccl nccl, @Nullable NvshmemShim nvshmem, List<Cuda.Gpu> gpus, byte[] kernels) implements GpuSetup {

    private static final double PERCENT = 100;
    private static final double GBPS = 1e-3;

    @Override
    public String agreement() {
        return String.join(" ", "jacobi", gpus.size() + " GPUs a process", request.problems().toString(),
                methods.toString(), request.protocol().toString()) + (nccl == null ? "" : " NCCL " + nccl.version())
                + (nvshmem == null ? "" : " NVSHMEM " + nvshmem.version());
    }

    /** Returns a series for each problem, with a point for each method. */
    @Override
    public Cases cases(int ranks, long room) {
        var series = request.problems().stream().map(problem -> {
            var points = methods.stream().map(method -> new Cases.Point(List.of(new JacobiCase(problem, method))))
                    .toList();
            return new Cases.Series(List.of(), points);
        }).toList();
        var parameters = new ArrayList<>(List.of(new Fact("steps", "" + request.problems().getFirst().steps())));
        if (nccl != null) {
            parameters.add(new Fact("nccl", nccl.version()));
        }
        if (nvshmem != null) {
            parameters.add(new Fact("nvshmem", nvshmem.version()));
        }
        return new Cases(series, parameters, null, leftOut);
    }

    @Override
    public Session open(Seat seat) {
        return new JacobiSession(this, seat, device(seat));
    }

    /**
     * Computes times and metrics. The baseline is the slowest GPU's time for the whole problem alone. The copy bandwidth is a bound,
     * reported as a percentage reached; if the steps were faster, the metric is the excess instead.
     */
    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var problem = ((JacobiCase) of).problem();
        double baseline = times.ranks().stream().mapToDouble(measured -> measured[0]).max().orElseThrow();
        double copy = times.ranks().stream().mapToDouble(measured -> measured[1]).min().orElseThrow();
        double moved = problem.leastBytes() / ranks / times.micros() * GBPS;
        var plain = times.outcome(Double.NaN, Double.NaN, wrong);
        var metrics = NamedValues.of("moved_GBps", text(moved)).with("copy_GBps", text(copy));
        metrics = moved > copy
                ? metrics.with("faster_than_copy_pct", text(PERCENT * (moved / copy - 1)))
                : metrics.with("copy_share_pct", text(PERCENT * moved / copy));
        return new Outcome(plain.time(), null, null, null, null, null, null, plain.wrong(), Times.time(baseline),
                Times.number(baseline / times.micros()), Times.number(PERCENT * baseline / times.micros() / ranks),
                metrics);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
