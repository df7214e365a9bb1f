package org.gpucomm.analysis.evidence;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import org.jspecify.annotations.Nullable;

/**
 * Processes that measured a cell. Repetitions of one process share its memory, clocks and placement, so that they are not independent.
 * They are averaged, and processes are compared with processes.
 */
public final class Processes {

    private Processes() {}

    /**
     * One start of a program as far as rows show: its run, its file and section, and the time of its start.
     *
     * @param startedAt start as printed; null if the log does not state it
     */
    public record Id(String run, String source, int section, @Nullable String startedAt) {

        static Id of(Observation observation) {
            var measurement = observation.measurement();
            return new Id(observation.row().run(), measurement.source(), measurement.section(),
                    measurement.startedAt());
        }
    }

    /** Returns the mean of the logarithms of the times in µs that each process measured, in the order of their first rows. */
    public static Map<Id, Double> logsById(Cell cell) {
        var sums = new LinkedHashMap<Id, double[]>();
        if (cell.isByRank()) {
            // Rows of single ranks are one measurement: the mean over the ranks of each process.
            var times = new LinkedHashMap<Id, double[]>();
            cell.observations().forEach(each -> add(times, each));
            times.forEach((id, sum) -> sums.put(id, new double[]{Math.log(sum[0] / sum[1]), 1}));
        } else {
            for (var each : cell.observations()) {
                time(each).ifPresent(time -> {
                    var sum = sums.computeIfAbsent(Id.of(each), added -> new double[2]);
                    sum[0] += Math.log(time);
                    sum[1]++;
                });
            }
        }
        var logs = new LinkedHashMap<Id, Double>();
        sums.forEach((id, sum) -> logs.put(id, sum[0] / sum[1]));
        return logs;
    }

    /** Returns the same means without the ids. */
    public static double[] logs(Cell cell) {
        return cell.logs().clone();
    }

    /** Returns the number of processes that measured a time of this cell. */
    public static int count(Cell cell) {
        return cell.logs().length;
    }

    private static void add(Map<Id, double[]> times, Observation each) {
        time(each).ifPresent(time -> {
            var sum = times.computeIfAbsent(Id.of(each), added -> new double[2]);
            sum[0] += time;
            sum[1]++;
        });
    }

    private static OptionalDouble time(Observation observation) {
        var time = observation.time();
        return time.isPresent() && time.getAsDouble() > 0 ? time : OptionalDouble.empty();
    }

    /** Returns the variance of some numbers; 0 for fewer than two. */
    public static double variance(double[] values) {
        if (values.length < 2) {
            return 0;
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
    }
}
