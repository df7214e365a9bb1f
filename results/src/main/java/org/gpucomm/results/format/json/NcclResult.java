package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/** One entry of {@code results}: a message size, and numbers for each placement. */
final class NcclResult {

    private final Fields shared = new Fields();
    private final PlacementNumbers outOfPlace = new PlacementNumbers("out_of_place");
    private final PlacementNumbers inPlace = new PlacementNumbers("in_place");

    /** Results of one placement. */
    record Placed(Placement placement, Outcome outcome) {}

    /** Takes a value. @param path path within the entry, for example {@code out_of_place/time} */
    void value(String path, String text) {
        if (!outOfPlace.takes(path, text) && !inPlace.takes(path, text) && path.indexOf('/') < 0) {
            shared.put(path, text);
        }
    }

    /** @param path path within the entry of the part that ended, for example {@code out_of_place_per_iter/per_process_max_times_us[]} */
    void end(String path) {
        outOfPlace.ends(path);
        inPlace.ends(path);
    }

    /**
     * Returns the results of both placements.
     *
     * @param places host and device of each process, in order
     * @throws IllegalArgumentException if neither has a number
     */
    List<Placed> outcomes(List<String> places) {
        var outcomes = new ArrayList<Placed>(2);
        if (outOfPlace.isThere()) {
            outcomes.add(new Placed(Placement.OUT_OF_PLACE, outOfPlace.outcome(places)));
        }
        if (inPlace.isThere()) {
            outcomes.add(new Placed(Placement.IN_PLACE, inPlace.outcome(places)));
        }
        if (outcomes.isEmpty()) {
            throw new IllegalArgumentException(
                    "the result of size " + shared.text("size").orElse("?") + " has neither a time nor a bandwidth");
        }
        return outcomes;
    }

    Workload workload(Operation operation, Placement placement, @Nullable Long iterations) {
        var size = shared.whole("size");
        if (size == null) {
            throw new IllegalArgumentException("a result has no size");
        }
        var actual = shared.whole("actual_iterations");
        var root = shared.whole("root");
        return new Workload(operation, null, null, new Bytes(size), lower("type"), lower("redop"),
                root == null ? null : Math.toIntExact(root), placement, actual == null ? iterations : actual);
    }

    NamedValues settings() {
        return NamedValues.NONE.withNullable("experiment", shared.text("experiment_name").orElse(null));
    }

    void clear() {
        shared.clear();
        outOfPlace.clear();
        inPlace.clear();
    }

    private @Nullable String lower(String name) {
        return shared.text(name).map(text -> text.toLowerCase(Locale.ROOT)).orElse(null);
    }

    /** The numbers of one placement and, if requested, the times of its iterations. */
    private static final class PlacementNumbers {

        /** An entry in the list of processes, itself a list of iterations. */
        private static final String PROCESS = "/per_process_max_times_us[]";

        private final String numbersAt;
        private final String timesAt;
        private final Fields numbers = new Fields();
        private final PlacementTimes times = new PlacementTimes();
        private final ProcessTimes processes = new ProcessTimes();

        PlacementNumbers(String name) {
            numbersAt = name + "/";
            timesAt = name + "_per_iter/";
        }

        boolean takes(String path, String text) {
            if (path.startsWith(numbersAt)) {
                numbers.put(path.substring(numbersAt.length()), text);
                return true;
            }
            if (!path.startsWith(timesAt)) {
                return false;
            }
            if (path.endsWith(PROCESS + "[]")) {
                processes.iteration(text);
            } else if (path.endsWith("/times_us[]")) {
                times.iteration(text);
            } else if (!path.endsWith("[]")) {
                times.reported.put(path.substring(timesAt.length()), text);
            }
            return true;
        }

        void ends(String path) {
            if (path.startsWith(timesAt) && path.endsWith(PROCESS)) {
                processes.endOfProcess();
            }
        }

        boolean isThere() {
            return time() != null || numbers.number("alg_bw") != null || numbers.number("bus_bw") != null;
        }

        Outcome outcome(List<String> places) {
            int count = times.iterations.size();
            return new Outcome(time(), times.of("min_us", 0), times.of("p50_us", count / 2),
                    times.of("p99_us", Math.min(count - 1, (count * 99 + 99) / 100 - 1)), times.of("max_us", count - 1),
                    Bandwidth.ofNullable(numbers.number("alg_bw")), Bandwidth.ofNullable(numbers.number("bus_bw")),
                    numbers.number("nwrong"), null, null, null, processes.metrics(places));
        }

        void clear() {
            numbers.clear();
            times.clear();
            processes.clear();
        }

        /** Returns the time, which {@code -C} measures by the CPU's clock. */
        private @Nullable Micros time() {
            return numbers.micros(numbers.has("cpu_time") ? "cpu_time" : "time");
        }
    }

    /**
     * Distribution of the times of one placement, as the tool reports it; otherwise computed from the iterations by the tool's own rules
     * (computeIterStats of nccl-tests): always one of the times, never a mean of two.
     */
    private static final class PlacementTimes {

        /** Limit for iterations; with more, their times are not used. */
        private static final int MOST = 1_000_000;

        private final Fields reported = new Fields();
        private final List<Decimal> iterations = new ArrayList<>();
        private boolean tooMany;

        void iteration(String value) {
            if (reported.has("min_us")) {
                return;
            }
            tooMany |= iterations.size() == MOST;
            Decimal.parse(value).filter(number -> !tooMany).ifPresent(iterations::add);
        }

        void clear() {
            reported.clear();
            iterations.clear();
            tooMany = false;
        }

        /** @param rank place of the time among those of the iterations in ascending order */
        private @Nullable Micros of(String name, int rank) {
            var said = reported.number(name);
            if (said != null) {
                return Micros.of(said);
            }
            if (iterations.isEmpty() || tooMany) {
                return null;
            }
            iterations.sort(null);
            return Micros.of(iterations.get(rank));
        }
    }

    /** Median time of each process of one placement. nccl-tests lists, for each process, the time of each iteration on its slowest GPU. */
    private static final class ProcessTimes {

        /** Limit for processes; the times of more would be far longer than the rest of the row. */
        private static final int MOST_PROCESSES = 1024;
        private static final int MOST_ITERATIONS = 100_000;

        private final List<Decimal> iterations = new ArrayList<>();
        private final List<String> medians = new ArrayList<>();
        private boolean useless;

        void iteration(String value) {
            var number = Decimal.parse(value);
            useless |= number.isEmpty() || iterations.size() == MOST_ITERATIONS;
            if (!useless) {
                iterations.add(number.get());
            }
        }

        void endOfProcess() {
            useless |= iterations.isEmpty() || medians.size() == MOST_PROCESSES;
            if (!useless) {
                iterations.sort(null);
                medians.add(iterations.get(iterations.size() / 2).text());
            }
            iterations.clear();
        }

        /** Returns the medians in µs, for example {@code 18.01 18.05}, and their places; none if fewer than two processes were listed. */
        NamedValues metrics(List<String> places) {
            if (useless || medians.size() < 2) {
                return NamedValues.NONE;
            }
            var times = NamedValues.of(RankTimes.TIMES, String.join(" ", medians));
            return places.size() == medians.size() ? times.with(RankTimes.PLACES, String.join(" ", places)) : times;
        }

        void clear() {
            iterations.clear();
            medians.clear();
            useless = false;
        }
    }
}
