package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Processes;

/**
 * Two groups of the processes of a curve, one slower than the other.
 *
 * @param slow      number of slower processes
 * @param processes number of all processes
 * @param apart     logarithm of the ratio of times of the groups, at the sizes where they differ
 * @param sizes     sizes in bytes at which the groups differ, ascending
 * @param measured  sizes in bytes with enough processes, ascending
 */
record ProcessModes(int slow, int processes, double apart, List<Long> sizes, List<Long> measured) {

    private static final int FEWEST_PROCESSES = 8;
    private static final int FEWEST_SIZES = 3;
    /**
     * Fewest processes of the smaller group. Two may be close by chance: ten processes drawn from forty equal ones on H200s, whose small
     * messages have a long tail, showed two modes in 9 % of draws with a minimum of two, in 2 % with three.
     */
    private static final int FEWEST_OF_A_MODE = 3;
    /** Smallest ratio of the distance between modes to the spread within them. Equal processes reach it in fewer than 1 of 100 curves. */
    private static final double CLEAR = 6;
    private static final double LEAST = 0.02;

    /** Excess of a process over the others: the median over the sizes, which outliers do not affect. */
    private record Typical(Processes.Id process, double log) {}

    static Optional<ProcessModes> of(Curve curve) {
        var bySize = new LinkedHashMap<Long, Map<Processes.Id, Double>>();
        for (var cell : curve.cells()) {
            var logs = Processes.logsById(cell);
            if (logs.size() >= FEWEST_PROCESSES) {
                bySize.put(cell.bytes(), logs);
            }
        }
        var typical = typical(bySize);
        if (typical.size() < FEWEST_PROCESSES) {
            return Optional.empty();
        }
        int at = widestGap(typical);
        var fast = typical.subList(0, at);
        var slow = typical.subList(at, typical.size());
        double within = Math.sqrt((squares(fast) + squares(slow)) / (typical.size() - 2));
        double apart = mean(slow) - mean(fast);
        if (apart < LEAST || apart < CLEAR * within || gap(typical, at) < 2 * within) {
            return Optional.empty();
        }
        return Optional.of(where(bySize, slow, typical.size(), apart)).filter(modes -> !modes.sizes.isEmpty());
    }

    /** Returns the sizes as text: {@code at all sizes alike}, {@code up to 512 KiB}, {@code at 5 of 22 sizes from 1 KiB to 1 MiB}. */
    String said() {
        int first = measured.indexOf(sizes.getFirst());
        int last = measured.indexOf(sizes.getLast());
        if (sizes.size() == measured.size()) {
            return "at all sizes alike";
        }
        if (sizes.size() < last - first + 1) {
            return "at " + sizes.size() + " of " + measured.size() + " sizes from " + Phrases.size(sizes.getFirst())
                    + " to "
                    + Phrases.size(sizes.getLast());
        }
        return first == 0
                ? "up to " + Phrases.size(sizes.getLast())
                : last == measured.size() - 1
                        ? "from " + Phrases.size(sizes.getFirst()) + " up"
                        : "from " + Phrases.size(sizes.getFirst()) + " to " + Phrases.size(sizes.getLast());
    }

    private static List<Typical> typical(Map<Long, Map<Processes.Id, Double>> bySize) {
        var offsets = new LinkedHashMap<Processes.Id, List<Double>>();
        bySize.values().forEach(logs -> {
            double median = Spread.median(logs.values());
            logs.forEach((id, log) -> offsets.computeIfAbsent(id, added -> new ArrayList<>()).add(log - median));
        });
        return offsets.entrySet().stream().filter(entry -> entry.getValue().size() >= FEWEST_SIZES)
                .map(entry -> new Typical(entry.getKey(), Spread.median(entry.getValue())))
                .sorted(Comparator.comparingDouble(Typical::log)).toList();
    }

    private static int widestGap(List<Typical> typical) {
        int least = Math.max(FEWEST_OF_A_MODE, typical.size() / 4);
        int at = least;
        for (int i = least; i <= typical.size() - least; i++) {
            at = gap(typical, i) > gap(typical, at) ? i : at;
        }
        return at;
    }

    private static double gap(List<Typical> typical, int at) {
        return typical.get(at).log - typical.get(at - 1).log;
    }

    /** Returns the modes at the sizes where the groups are at least half as far apart as they typically are. */
    private static ProcessModes where(Map<Long, Map<Processes.Id, Double>> bySize, List<Typical> slow, int processes,
            double typically) {
        Set<Processes.Id> slower = new HashSet<>(slow.stream().map(Typical::process).toList());
        var sizes = new ArrayList<Long>();
        double sum = 0;
        for (var entry : bySize.entrySet()) {
            double apart = mean(entry.getValue(), slower::contains)
                    - mean(entry.getValue(), process -> !slower.contains(process));
            if (apart >= typically / 2) {
                sizes.add(entry.getKey());
                sum += apart;
            }
        }
        return new ProcessModes(slow.size(), processes, sum / sizes.size(), List.copyOf(sizes),
                List.copyOf(bySize.keySet()));
    }

    private static double mean(Map<Processes.Id, Double> logs, Predicate<Processes.Id> of) {
        return logs.entrySet().stream().filter(entry -> of.test(entry.getKey())).mapToDouble(Map.Entry::getValue)
                .average().orElse(Double.NaN);
    }

    private static double squares(List<Typical> values) {
        double mean = mean(values);
        return values.stream().mapToDouble(value -> (value.log - mean) * (value.log - mean)).sum();
    }

    private static double mean(List<Typical> values) {
        return values.stream().mapToDouble(Typical::log).average().orElseThrow();
    }
}
