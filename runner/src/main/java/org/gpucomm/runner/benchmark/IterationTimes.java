package org.gpucomm.runner.benchmark;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.runner.ffi.Event;
import org.gpucomm.runner.output.SizeResult.Spread;

/**
 * Times single iterations on the device, by events between them. A pass of its own, so that the events do not weigh on the
 * headline.
 */
final class IterationTimes {

    private final Spec spec;
    private final Crew crew;
    private final int seat;
    private final Rank rank;
    private final List<Event> events = new ArrayList<>();

    IterationTimes(Spec spec, Crew crew, int seat, Rank rank) {
        this.spec = spec;
        this.crew = crew;
        this.seat = seat;
        this.rank = rank;
    }

    Spread measure(Launcher launcher) {
        while (events.size() <= spec.iterations()) {
            events.add(rank.device().event());
        }
        rank.startLine();
        events.get(0).record(rank.stream());
        for (int i = 0; i < spec.iterations(); i++) {
            launcher.iteration(i);
            events.get(i + 1).record(rank.stream());
        }
        rank.complete();
        var mine = new double[spec.iterations()];
        for (int i = 0; i < mine.length; i++) {
            mine[i] = events.get(i + 1).microsSince(events.get(i)) / spec.aggregated();
        }
        return of(crew.exchange(seat, "times of iterations", bytes(mine)).stream().map(IterationTimes::doubles)
                .toList());
    }

    /** Each iteration counts as long as its slowest rank took. */
    static Spread of(List<double[]> ranks) {
        int iterations = ranks.getFirst().length;
        var slowest = new double[iterations];
        var timesSlowest = new int[ranks.size()];
        for (int i = 0; i < iterations; i++) {
            int slowestRank = 0;
            for (int rank = 1; rank < ranks.size(); rank++) {
                slowestRank = ranks.get(rank)[i] > ranks.get(slowestRank)[i] ? rank : slowestRank;
            }
            slowest[i] = ranks.get(slowestRank)[i];
            timesSlowest[slowestRank]++;
        }
        Arrays.sort(slowest);
        int most = 0;
        for (int rank = 1; rank < timesSlowest.length; rank++) {
            most = timesSlowest[rank] > timesSlowest[most] ? rank : most;
        }
        return new Spread(slowest[0], percentile(slowest, 50), percentile(slowest, 99), slowest[iterations - 1], most,
                iterations);
    }

    /** Nearest rank: the smallest value that at least this share of the values does not exceed. */
    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(percent / 100.0 * sorted.length) - 1)];
    }

    void close() {
        events.forEach(Event::close);
        events.clear();
    }

    private static byte[] bytes(double[] values) {
        var buffer = ByteBuffer.allocate(values.length * Double.BYTES);
        buffer.asDoubleBuffer().put(values);
        return buffer.array();
    }

    private static double[] doubles(byte[] bytes) {
        var values = new double[bytes.length / Double.BYTES];
        ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
        return values;
    }
}
