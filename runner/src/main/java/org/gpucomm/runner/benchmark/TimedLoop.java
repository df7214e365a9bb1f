package org.gpucomm.runner.benchmark;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.benchmark.Spec.Blocking;
import org.gpucomm.runner.output.SizeResult.Block;
import org.jspecify.annotations.Nullable;

/** Measures one operation at one size and placement, in step with all other ranks. */
final class TimedLoop {

    private static final double NANOS_PER_MICRO = 1e3;
    /** Bytes per µs in 10⁹ bytes per second. */
    private static final double GBPS = 1e-3;

    /**
     * Up to here a batch is run once before it is timed: what NCCL and the driver do when they first see a size, some
     * hundreds of µs for sends and receives on H200s, would otherwise be spread over a few dozen operations of six µs.
     */
    private static final long LARGEST_REHEARSED_BYTES = 1 << 20;

    private final Spec spec;
    private final Crew crew;
    private final int seat;
    private final Rank rank;
    private final @Nullable Verification verification;
    private final IterationTimes iterationTimes;
    private long seed;

    /** @param seat number of this thread in its process */
    TimedLoop(Spec spec, Crew crew, int seat, Rank rank, @Nullable Verification verification) {
        this.spec = spec;
        this.crew = crew;
        this.seat = seat;
        this.rank = rank;
        this.verification = verification;
        this.iterationTimes = new IterationTimes(spec, crew, seat, rank);
    }

    /** Queues operations that are not measured and waits for them. */
    void warmUp(Work work, int operations) {
        new Batch.Single(launcher(work, Placement.OUT_OF_PLACE), operations, spec.aggregated()).launch();
        rank.complete();
    }

    /** The headline is the host's clock over a batch, as in nccl-tests; single iterations are timed apart from it. */
    Block measure(Work work, Placement placement) {
        var launcher = launcher(work, placement);
        double micros = batchTime(work, launcher);
        var spread = spec.spread() && spec.graphs() == 0 ? iterationTimes.measure(launcher) : null;
        double algbw = spec.collective().countedBytes(work) / micros * GBPS;
        var factor = spec.collective().operation().busFactor(work.ranks());
        return new Block(placement, micros, algbw, factor.isPresent() ? algbw * factor.getAsDouble() : Double.NaN,
                wrong(work, placement, launcher), spread);
    }

    private double batchTime(Work work, Launcher launcher) {
        fill(work, launcher);
        launcher.once(); // connects what is not connected yet
        rank.complete();
        var batches = new Repetitions(spec.until());
        try (var batch = Batch.of(spec, rank, launcher)) {
            if (work.messageBytes() <= LARGEST_REHEARSED_BYTES) {
                rank.startLine();
                batch.launch();
                rank.complete();
            }
            do {
                rank.startLine();
                long began = System.nanoTime();
                batch.launch();
                rank.complete();
                double micros = (System.nanoTime() - began) / NANOS_PER_MICRO / batch.operations();
                batches.add(spec.average().of(crew.exchange(seat, "times", micros)));
            } while (batches.wantMore());
        }
        return batches.mean();
    }

    /** Wrong elements of all ranks; null where nothing is checked. */
    private @Nullable Long wrong(Work work, Placement placement, Launcher launcher) {
        if (verification == null || spec.checks() == 0
                || placement == Placement.IN_PLACE && !spec.collective().worksInPlace()) {
            return null;
        }
        long wrong = 0;
        for (int i = 0; i < spec.checks() && wrong == 0; i++) {
            fill(work, launcher);
            launchOnce(launcher);
            verification.check(spec.collective(), work, launcher.receive(), seed);
            rank.complete();
            for (double ofRank : crew.exchange(seat, "wrong elements", verification.wrong())) {
                wrong += (long) ofRank;
            }
        }
        return wrong;
    }

    /** As it was measured: what a graph replays is checked as a graph. */
    private void launchOnce(Launcher launcher) {
        if (spec.graphs() == 0) {
            launcher.once();
            return;
        }
        rank.stream().beginCapture();
        launcher.once();
        try (var graph = rank.stream().endCapture()) {
            rank.stream().launch(graph);
            rank.complete();
        }
    }

    private void fill(Work work, Launcher launcher) {
        if (verification != null) {
            seed++;
            rank.stream().fill(rank.receiveBuffer(), 0, Math.min(rank.bufferBytes(), work.messageBytes()));
            verification.fill(spec.collective(), work, launcher.send(), seed);
            rank.complete();
        }
    }

    void close() {
        iterationTimes.close();
    }

    private Launcher launcher(Work work, Placement placement) {
        // A graph holds no waiting.
        return new Launcher(spec.collective(), rank, work, placement, spec.aggregated(),
                spec.graphs() > 0 ? Blocking.NONE : spec.blocking());
    }
}
