package org.gpucomm.analysis.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/** Measurements whose truth is known: times by a law of the message size, with noise of a seed. */
public final class Planted {

    private final String library;
    private final Random random;
    private final double noise;
    private final List<Observation> observations = new ArrayList<>();
    private Operation operation = Operation.ALL_REDUCE;
    private Placement placement = Placement.OUT_OF_PLACE;
    private int nodes = 1;

    /** @param noise standard deviation of the logarithm of a time: 0.01 = 1 % */
    public Planted(String library, long seed, double noise) {
        this.library = library;
        this.random = new Random(seed);
        this.noise = noise;
    }

    /** What is measured from here on; else all-reduce. */
    public Planted of(Operation measured) {
        operation = measured;
        return this;
    }

    /** How it is measured from here on; else out-of-place. */
    public Planted placed(Placement chosen) {
        placement = chosen;
        return this;
    }

    /** On how many nodes it is measured from here on; else one. */
    public Planted on(int measured) {
        nodes = measured;
        return this;
    }

    /** Each repetition by a process of its own. @param time µs by message size in bytes */
    public Planted curve(int ranks, long from, long to, int repetitions, DoubleUnaryOperator time) {
        for (int repetition = 0; repetition < repetitions; repetition++) {
            for (long bytes = from; bytes <= to; bytes *= 2) {
                add(ranks, bytes, time.applyAsDouble(bytes) * Math.exp(noise * random.nextGaussian()), null,
                        repetition + 1, null);
            }
        }
        return this;
    }

    public Planted add(int ranks, long bytes, double time) {
        return add(ranks, bytes, time, null);
    }

    /** @param metrics of the row, such as those of single ranks */
    public Planted add(int ranks, long bytes, double time, @Nullable String metrics) {
        return add(ranks, bytes, time, metrics, 1, null);
    }

    /**
     * @param process   number of the process that measures it, from 1
     * @param startedAt of that process
     */
    public Planted add(int ranks, long bytes, double time, @Nullable String metrics, int process,
            @Nullable String startedAt) {
        var outcome = Outcome.of(Micros.of(Decimal.of(Math.round(time * 1e4) / 1e4)), null, null, null);
        var workload = Workload.of(operation, null).withMessageSize(new Bytes(bytes))
                .withPlacement(placement);
        observations.add(new Observation(
                new Measurement(library + ".log", process, new Stack("planted", null, library, null),
                        new Platform(null, "NVIDIA H100", nodes, ranks), workload,
                        outcome.withMetrics(NamedValues.parse(metrics)),
                        startedAt, NamedValues.NONE),
                new RowRef(library, observations.size() + 1, library + ".log", observations.size() + 1)));
        return this;
    }

    public List<Observation> observations() {
        return List.copyOf(observations);
    }

    public Evidence evidence() {
        return Evidence.of(observations);
    }
}
