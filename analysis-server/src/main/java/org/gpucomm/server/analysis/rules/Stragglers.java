package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.RankTimes;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/**
 * Which rank is slow, from the times of single ranks or processes where a tool prints them, else from how often one rank
 * was the slowest.
 */
final class Stragglers implements Rule {

    private static final String ID = "straggler";
    private static final int FEWEST_RANKS = 3;
    /** A rank that is slower by less is of no consequence. */
    private static final double LEAST = 0.03;
    /** In standard deviations of the other ranks' times, by the median of absolute deviations. */
    private static final double FAR = 5;
    private static final double MAD_TO_SIGMA = 1.4826;
    /** Probability that the slowest of equal ranks is the same one that often, for any of the ranks. */
    private static final double CHANCE = 0.01;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var jobs = new LinkedHashMap<RankGroup, List<TimesOfRanks>>();
        var named = new LinkedHashMap<RankGroup, List<Observation>>();
        for (var curve : evidence.alongSize()) {
            for (var cell : curve.cells()) {
                for (var place : places(cell)) {
                    jobs.computeIfAbsent(new RankGroup(curve, place.times().length), job -> new ArrayList<>())
                            .add(place);
                }
                cell.observations().stream().filter(each -> each.ranks().slowest().isPresent()).forEach(
                        each -> named.computeIfAbsent(new RankGroup(curve, cell.ranks()), job -> new ArrayList<>())
                                .add(each));
            }
        }
        var findings = new ArrayList<Finding>();
        jobs.forEach((job, places) -> slow(job, places).ifPresent(findings::add));
        named.forEach((job, rows) -> oftenSlowest(job, rows).ifPresent(findings::add));
        return findings;
    }

    /** Times of the same ranks. */
    private record RankGroup(String title, String library, int ranks) {

        RankGroup(Curve curve, int ranks) {
            this(curve.subject().operation().title(), curve.subject().libraryTitle(), ranks);
        }

        String words() {
            return title + " with " + library + " on " + Say.gpus(ranks);
        }
    }

    /**
     * @param times  µs, in order of ranks
     * @param names  of the ranks
     */
    private record TimesOfRanks(double[] times, List<String> names, List<RowRef> rows) {

        /** How much longer than the median of all it takes, as a logarithm. */
        double excess(int rank) {
            return Math.log(times[rank] / median(times));
        }

        int slowest() {
            return IntStream.range(0, times.length).reduce(0, (a, b) -> times[b] > times[a] ? b : a);
        }
    }

    /** One for each call of which all ranks tell their time once, where rows say which call they are of. */
    private static List<TimesOfRanks> calls(Cell cell) {
        int ranks = cell.byRank().size();
        var calls = new TreeMap<String, List<Observation>>();
        for (var each : cell.observations()) {
            each.measurement().outcome().metrics().get(RankTimes.CALL)
                    .ifPresent(call -> calls.computeIfAbsent(call, first -> new ArrayList<>()).add(each));
        }
        var places = new ArrayList<TimesOfRanks>();
        for (var rows : calls.values()) {
            var ordered = rows.stream().sorted(Comparator.comparingInt(row -> row.ranks().rank().orElseThrow()))
                    .toList();
            var times = ordered.stream().flatMapToDouble(row -> row.time().stream()).toArray();
            boolean whole = rows.stream().mapToInt(row -> row.ranks().rank().orElseThrow()).distinct().count() == ranks
                    && rows.size() == ranks && times.length == ranks && Arrays.stream(times).allMatch(time -> time > 0);
            if (whole) {
                places.add(
                        new TimesOfRanks(times, ordered.stream().map(row -> "rank " + row.ranks().rank().orElseThrow())
                                .toList(), ordered.stream().map(Observation::row).toList()));
            }
        }
        return places;
    }

    /** One for each row with the times of all processes; of rows of single ranks one for each call, or one for all. */
    private static List<TimesOfRanks> places(Cell cell) {
        var places = new ArrayList<TimesOfRanks>();
        for (var each : cell.observations()) {
            var ranks = each.ranks();
            if (ranks.times().size() >= FEWEST_RANKS && ranks.times().stream().allMatch(time -> time > 0)) {
                var names = IntStream.range(0, ranks.times().size()).mapToObj(
                        i -> "process " + i + (i < ranks.places().size() ? " (" + on(ranks.places().get(i)) + ")" : ""))
                        .toList();
                places.add(new TimesOfRanks(ranks.times().stream().mapToDouble(Double::doubleValue).toArray(), names,
                        List.of(each.row())));
            }
        }
        if (cell.isByRank() && cell.byRank().size() >= FEWEST_RANKS) {
            var calls = calls(cell);
            if (!calls.isEmpty()) {
                places.addAll(calls);
                return places;
            }
            var byRank = cell.byRank();
            var times = byRank.stream().mapToDouble(rows -> median(rows.stream()
                    .flatMapToDouble(row -> row.time().stream()).toArray())).toArray();
            if (Arrays.stream(times).allMatch(time -> time > 0)) {
                places.add(new TimesOfRanks(times, byRank.stream()
                        .map(rows -> "rank " + rows.getFirst().ranks().rank().orElseThrow()).toList(), cell.rows()));
            }
        }
        return places;
    }

    /** {@code node-0:3} as words. */
    private static String on(String place) {
        int colon = place.lastIndexOf(':');
        return colon < 0 ? place : "GPU " + place.substring(colon + 1) + " of " + place.substring(0, colon);
    }

    private Optional<Finding> slow(RankGroup job, List<TimesOfRanks> places) {
        int ranks = job.ranks();
        var typical = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            int one = rank;
            typical[rank] = median(places.stream().mapToDouble(place -> place.excess(one)).toArray());
        }
        int suspect = IntStream.range(0, ranks).reduce(0, (a, b) -> typical[b] > typical[a] ? b : a);
        double sigma = MAD_TO_SIGMA * median(places.stream().flatMapToDouble(place -> IntStream.range(0, ranks)
                .filter(rank -> rank != suspect).mapToDouble(rank -> Math.abs(place.excess(rank)))).toArray());
        double excess = Math.expm1(typical[suspect]);
        int times = (int) places.stream().filter(place -> place.slowest() == suspect).count();
        double chance = Math.min(1, ranks * atLeast(times, places.size(), 1.0 / ranks));
        // The typical excess is a median over places: its own error is smaller by the root of their number.
        boolean far = typical[suspect] > FAR * sigma / Math.sqrt(places.size());
        if (excess < LEAST || !far || places.size() > 2 && chance > CHANCE) {
            return Optional.empty();
        }
        boolean sure = places.size() > 2;
        var sentence = capital(places.getFirst().names().get(suspect)) + " is slow in " + job.words() + ": it takes "
                + Say.percent(excess) + " longer than the median of " + job.ranks() + ", and was the slowest in "
                + times
                + " of " + places.size() + (places.size() == 1 ? " place" : " places") + chance(chance, sure)
                + " The others differ by " + Say.percent(sigma) + ".";
        return Optional.of(finding(sentence, sure && chance < CHANCE / 10 ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                List.of(new Quantity("rank", rankOf(places, suspect), ""), new Quantity("excess", 100 * excess, "%"),
                        new Quantity("slowest_in", times, ""), new Quantity("places", places.size(), ""),
                        new Quantity("others_differ_by", 100 * sigma, "%")),
                places.stream().flatMap(place -> place.rows().stream()).toList()));
    }

    private static double rankOf(List<TimesOfRanks> places, int suspect) {
        return Double.parseDouble(places.getFirst().names().get(suspect).split(" ")[1]);
    }

    private static String chance(double chance, boolean sure) {
        return sure
                ? " (by chance with a probability of " + (chance < 1e-3 ? "less than 0.1 %" : Say.percent(chance))
                        + ")."
                : "; so few places do not tell a slow rank from a slow moment.";
    }

    /** Rows that only name their slowest rank. */
    private Optional<Finding> oftenSlowest(RankGroup job, List<Observation> rows) {
        if (job.ranks() < FEWEST_RANKS) {
            return Optional.empty();
        }
        var counts = new LinkedHashMap<Integer, Integer>();
        rows.forEach(row -> counts.merge(row.ranks().slowest().orElseThrow(), 1, Integer::sum));
        var most = counts.entrySet().stream().max(java.util.Map.Entry.comparingByValue()).orElseThrow();
        double chance = Math.min(1, job.ranks() * atLeast(most.getValue(), rows.size(), 1.0 / job.ranks()));
        if (chance > CHANCE) {
            return Optional.empty();
        }
        var sentence = "Rank " + most.getKey() + " was the slowest in " + most.getValue() + " of " + rows.size()
                + " rows of " + job.words() + ", where chance gives " + Say.number((double) rows.size() / job.ranks())
                + ". By how much, these rows do not tell.";
        return Optional.of(finding(sentence, Confidence.LIKELY,
                List.of(new Quantity("rank", most.getKey(), ""), new Quantity("slowest_in", most.getValue(), ""),
                        new Quantity("rows", rows.size(), "")),
                rows.stream().map(Observation::row).toList()));
    }

    private Finding finding(String sentence, Confidence confidence, List<Quantity> numbers, List<RowRef> rows) {
        return Finding.of(ID, confidence == Confidence.LIKELY ? Severity.WARNING : Severity.NOTICE, confidence,
                sentence, numbers, rows);
    }

    /** Probability of at least k successes among n of probability p. */
    static double atLeast(int k, int n, double p) {
        double term = Math.pow(1 - p, n);
        double below = 0;
        for (int i = 0; i < k; i++) {
            below += term;
            term *= (n - i) / (i + 1.0) * p / (1 - p);
        }
        return Math.max(0, 1 - below);
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static double median(double[] values) {
        return values.length == 0 ? 0 : Median.withDefaults().withCopy(true).evaluate(values);
    }
}
