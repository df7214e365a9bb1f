package org.gpucomm.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Times of single ranks in the metrics of a measurement.
 *
 * @param rank      rank that the row's time belongs to; empty if the time is that of all ranks
 * @param slowest   rank that was slowest in most iterations; empty if unknown
 * @param slowestBy excess of its median time over the median of all ranks, in %; empty if unknown
 * @param times     median time in µs of each process, in order; empty if unknown
 * @param places    host and device of each of these processes; empty if unknown
 */
public record RankTimes(OptionalInt rank, OptionalInt slowest, OptionalDouble slowestBy, List<Double> times,
        List<String> places) {

    /** Name of a metric: {@code rank=3}. */
    public static final String RANK = "rank";
    /** Name of a metric, the rank that this rank sends to or receives from: {@code peer=5}. */
    public static final String PEER = "peer";
    /** Name of a fact of a run: the host of each rank in order, separated by blanks. */
    public static final String HOSTS = "hosts_of_ranks";
    /** Name of a metric, the number of the call, the same on all ranks: {@code coll_sn=17}. */
    public static final String CALL = "coll_sn";
    /** Name of a metric: {@code slowest_rank=3}. */
    public static final String SLOWEST = "slowest_rank";
    /** Name of a metric: {@code slowest_by_pct=4.2}. */
    public static final String SLOWEST_BY = "slowest_by_pct";
    /** Name of a metric: {@code process_us=18.01 18.05}. */
    public static final String TIMES = "process_us";
    /** Name of a metric: {@code process_on=node-0:0 node-0:1}. */
    public static final String PLACES = "process_on";

    private static final RankTimes NONE = new RankTimes(OptionalInt.empty(), OptionalInt.empty(),
            OptionalDouble.empty(),
            List.of(), List.of());

    public RankTimes {
        times = List.copyOf(times);
        places = List.copyOf(places);
    }

    public static RankTimes of(Measurement measurement) {
        var metrics = measurement.outcome().metrics();
        if (metrics.isEmpty()) {
            return NONE;
        }
        var places = metrics.get(PLACES).orElse("");
        return new RankTimes(number(metrics.get(RANK)), number(metrics.get(SLOWEST)),
                share(metrics.get(SLOWEST_BY)), numbers(metrics.get(TIMES).orElse("")),
                places.isEmpty() ? List.of() : List.of(places.split(" ")));
    }

    private static OptionalDouble share(Optional<String> text) {
        return text.flatMap(Decimal::parse).map(each -> OptionalDouble.of(each.doubleValue()))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalInt number(Optional<String> text) {
        try {
            return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text.get()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns the numbers; empty if any word is not a number, because the places would no longer match. */
    private static List<Double> numbers(String text) {
        var numbers = new ArrayList<Double>();
        for (var word : text.isEmpty() ? new String[0] : text.split(" ")) {
            var number = Decimal.parse(word);
            if (number.isEmpty()) {
                return List.of();
            }
            numbers.add(number.get().doubleValue());
        }
        return numbers;
    }
}
