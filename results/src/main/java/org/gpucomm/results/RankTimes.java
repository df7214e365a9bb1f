package org.gpucomm.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Times of single ranks in the metrics of a measurement.
 *
 * @param rank     whose time the row is; empty where it is that of all
 * @param slowest  the rank that was the slowest in most iterations; empty where that is not known
 * @param slowestBy by how much its median time exceeds the median over the ranks, %; empty where that is not known
 * @param times    µs of each process in order, the median over the iterations; empty where they are not known
 * @param places   host and device of each of these; empty where they are not known
 */
public record RankTimes(OptionalInt rank, OptionalInt slowest, OptionalDouble slowestBy, List<Double> times,
        List<String> places) {

    /** {@code rank=3} */
    public static final String RANK = "rank";
    /** {@code peer=5}: the rank that a call of one rank sends to or receives from */
    public static final String PEER = "peer";
    /** Fact of a run: the host of each rank in order, parted by blanks. */
    public static final String HOSTS = "hosts_of_ranks";
    /** {@code coll_sn=17}: which call it was, the same number on all ranks */
    public static final String CALL = "coll_sn";
    /** {@code slowest_rank=3} */
    public static final String SLOWEST = "slowest_rank";
    /** {@code slowest_by_pct=4.2} */
    public static final String SLOWEST_BY = "slowest_by_pct";
    /** {@code process_us=18.01 18.05} */
    public static final String TIMES = "process_us";
    /** {@code process_on=node-0:0 node-0:1} */
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

    /** None at all where one is no number: their places would not fit. */
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
