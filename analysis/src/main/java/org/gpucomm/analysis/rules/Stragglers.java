package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.gpucomm.results.RankTimes;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.rules.Arrivals.Apart;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Ranks that others wait for, found from the times of single ranks or processes or, if the tool prints none, from the number of times a
 * rank was the slowest. In a collective, the last rank to arrive has the shortest time.
 */
final class Stragglers implements TestedRule {

    private static final String ID = "straggler";
    private static final int FEWEST_RANKS = 3;
    /** Largest number of places that do not distinguish a slow rank from a slow moment. */
    private static final int FEW_PLACES = 2;
    private static final Pattern HOST = Pattern.compile(" of (\\S+)\\)$");
    /** Largest probability that any of equal ranks is the slowest that often. */
    private static final double CHANCE = 0.01;

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        var inFewPlaces = new ArrayList<Finding>();
        var jobs = Jobs.of(evidence);
        jobs.timed().forEach((job, places) -> {
            if (places.size() <= FEW_PLACES) {
                slow(job, places, "").forEach(apart -> inFewPlaces.add(apart.finding().get()));
            } else {
                var slow = slow(job, places, "").stream().filter(each -> each.chance() < CHANCE).toList();
                if (slow.isEmpty()) {
                    slow = slowAtLargeSizes(job, places);
                }
                slow.forEach(each -> asked.add(new Tested(each.chance(), each.finding())));
                if (slow.isEmpty()) {
                    asked.add(Tested.nothing());
                }
            }
        });
        jobs.named().forEach((job, rows) -> asked.add(oftenSlowest(job, rows)));
        return new Answers(asked, inFewPlaces);
    }

    /** Returns ranks that differ only in the larger half of the sizes, as with a throttled GPU or a slow NIC. */
    private static List<Slow> slowAtLargeSizes(RankGroup job, List<TimesOfRanks> places) {
        var sizes = places.stream().mapToLong(TimesOfRanks::bytes).distinct().sorted().toArray();
        long middle = sizes[sizes.length / 2];
        var large = places.stream().filter(place -> place.bytes() >= middle).toList();
        return sizes.length < 2 || large.size() <= FEW_PLACES
                ? List.of()
                : slow(job, large, " from " + Phrases.size(middle) + " up").stream()
                        // This is the second test on the same places.
                        .map(each -> new Slow(Math.min(1, 2 * each.chance()), each.finding()))
                        .filter(each -> each.chance() < CHANCE).toList();
    }

    /**
     * @param timed jobs with the times of all ranks
     * @param named jobs with the slowest rank only
     */
    private record Jobs(Map<RankGroup, List<TimesOfRanks>> timed, Map<RankGroup, List<Observation>> named) {

        static Jobs of(Evidence evidence) {
            var jobs = new Jobs(new LinkedHashMap<>(), new LinkedHashMap<>());
            for (var curve : evidence.alongSize()) {
                curve.cells().forEach(cell -> jobs.add(curve, cell));
            }
            return jobs;
        }

        private void add(Curve curve, Cell cell) {
            for (var place : places(cell)) {
                timed.computeIfAbsent(new RankGroup(curve, cell, place.times().length), job -> new ArrayList<>())
                        .add(place);
            }
            cell.observations().stream().filter(each -> each.ranks().slowest().isPresent()).forEach(each -> named
                    .computeIfAbsent(new RankGroup(curve, cell, cell.ranks()), job -> new ArrayList<>()).add(each));
        }
    }

    /** Ranks that differ. @param chance chance that equal ranks differ as much */
    private record Slow(double chance, Supplier<Finding> finding) {}

    /** Ranks with comparable times. @param nodes number of nodes; 0 if unknown */
    private record RankGroup(String title, String library, String onRanks, boolean isCollective, int ranks, int nodes) {

        RankGroup(Curve curve, Cell cell, int ranks) {
            this(curve.subject().operation().title(), curve.subject().libraryTitle(),
                    Phrases.ranks(curve.subject(), ranks), curve.subject().operation().endsTogether(), ranks,
                    cell.nodes());
        }

        String words() {
            return title + " with " + library + " on " + onRanks;
        }

        /** Returns the node of each rank: by the hosts in the names, else in blocks as launchers place ranks; empty if unknown. */
        int[] nodeOf(List<String> names) {
            var hosts = names.stream().map(HOST::matcher).map(host -> host.find() ? host.group(1) : "").toList();
            if (hosts.stream().noneMatch(String::isEmpty)) {
                var distinct = hosts.stream().distinct().toList();
                return hosts.stream().mapToInt(distinct::indexOf).toArray();
            }
            return nodes > 1 && ranks % nodes == 0
                    ? IntStream.range(0, ranks).map(rank -> rank / (ranks / nodes)).toArray()
                    : new int[0];
        }
    }

    /**
     * @param times times in µs in order of ranks
     * @param names names of the ranks
     * @param bytes message size in bytes
     */
    private record TimesOfRanks(double[] times, List<String> names, List<RowRef> rows, long bytes) {}

    /** Returns an entry for each call with one time from every rank, if rows identify their calls. */
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
                                .toList(), ordered.stream().map(Observation::row).toList(), cell.bytes()));
            }
        }
        return places;
    }

    /** Returns an entry for each row with the times of all processes. Rows of single ranks give an entry per call, or one for all. */
    private static List<TimesOfRanks> places(Cell cell) {
        var places = new ArrayList<TimesOfRanks>();
        for (var each : cell.observations()) {
            var ranks = each.ranks();
            if (ranks.times().size() >= FEWEST_RANKS && ranks.times().stream().allMatch(time -> time > 0)) {
                var names = IntStream.range(0, ranks.times().size()).mapToObj(
                        i -> "process " + i + (i < ranks.places().size() ? " (" + on(ranks.places().get(i)) + ")" : ""))
                        .toList();
                places.add(new TimesOfRanks(ranks.times().stream().mapToDouble(Double::doubleValue).toArray(), names,
                        List.of(each.row()), cell.bytes()));
            }
        }
        if (cell.isByRank() && cell.byRank().size() >= FEWEST_RANKS) {
            var calls = calls(cell);
            if (!calls.isEmpty()) {
                places.addAll(calls);
                return places;
            }
            var byRank = cell.byRank();
            var times = byRank.stream().mapToDouble(rows -> Arrivals.median(rows.stream()
                    .flatMapToDouble(row -> row.time().stream()).toArray())).toArray();
            if (Arrays.stream(times).allMatch(time -> time > 0)) {
                places.add(new TimesOfRanks(times, byRank.stream()
                        .map(rows -> "rank " + rows.getFirst().ranks().rank().orElseThrow()).toList(), cell.rows(),
                        cell.bytes()));
            }
        }
        return places;
    }

    /** Returns {@code node-0:3} as {@code GPU 3 of node-0}. */
    private static String on(String place) {
        int colon = place.lastIndexOf(':');
        return colon < 0 ? place : "GPU " + place.substring(colon + 1) + " of " + place.substring(0, colon);
    }

    /** @param sizes range of sizes in words; empty for all */
    private static List<Slow> slow(RankGroup job, List<TimesOfRanks> places, String sizes) {
        var names = places.getFirst().names();
        var arrivals = Arrivals.of(places.stream().map(TimesOfRanks::times).toList(), job.nodeOf(names));
        var rows = places.stream().flatMap(place -> place.rows().stream()).toList();
        return arrivals.apart().stream().filter(apart -> job.isCollective() || !apart.shorter())
                .map(apart -> new Slow(apart.chance(),
                        () -> finding(job, apart, names, places.size(), arrivals.noise(), rows, sizes)))
                .toList();
    }

    private static Finding finding(RankGroup job, Apart apart, List<String> names, int places, double noise,
            List<RowRef> rows, String sizes) {
        boolean sure = places > FEW_PLACES && apart.chance() < CHANCE / 10;
        boolean late = apart.shorter();
        boolean early = job.isCollective() && !late;
        var who = who(job, apart, names);
        boolean one = apart.ranks().size() == 1 || apart.node() >= 0;
        var by = Phrases.percent(apart.by());
        var where = apart.times() + " of " + places + (places == 1 ? " place" : " places") + sizes
                + chance(apart, places);
        var times = one ? "its time is" : "their times are";
        var sentence = late
                ? """
                %s of %s %s all others back by %s%s. In %s %s the shortest in %s Inside a collective the last to come waits \
                least: the others wait for it.""".formatted(who, job.ranks(), one ? "holds" : "hold", by, sizes,
                        job.words(),
                        times, where)
                : early
                        ? """
                        %s of %s %s longest, by %s. In %s %s the longest in %s Inside a collective such a rank arrives first or \
                        ends last: no rank is seen to be waited for.""".formatted(who, job.ranks(),
                                one ? "waits" : "wait",
                                by, job.words(), times, where)
                        : "%s slow in %s: %s %s longer than the median of %s, and was the slowest in %s".formatted(
                                who + (one ? " is" : " are"), job.words(), one ? "it takes" : "they take", by,
                                job.ranks(), where);
        return finding(sentence + " A rank differs by " + Phrases.percent(noise) + " from one place to the next.",
                sure && !early ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                List.of(new Quantity("rank", apart.ranks().getFirst(), ""),
                        new Quantity("ranks", apart.ranks().size(), ""), new Quantity("by", 100 * apart.by(), "%"),
                        new Quantity("times", apart.times(), ""), new Quantity("places", places, ""),
                        new Quantity("noise", 100 * noise, "%")),
                rows);
    }

    /** Returns, for example, {@code Rank 5}, {@code Ranks 3 and 7} or {@code Node 1 (ranks 8 to 15)}. */
    private static String who(RankGroup job, Apart apart, List<String> names) {
        if (apart.node() >= 0) {
            return "Node %s (ranks %s to %s)".formatted(apart.node(), apart.ranks().getFirst(),
                    apart.ranks().getLast());
        }
        var all = apart.ranks().stream().map(names::get).toList();
        if (all.size() == 1) {
            return Phrases.capital(all.getFirst());
        }
        var word = all.getFirst().startsWith("process") ? "Processes " : "Ranks ";
        return word + Phrases.list(all.stream().map(name -> name.substring(name.indexOf(' ') + 1)).toList());
    }

    private static String chance(Apart apart, int places) {
        return places > FEW_PLACES
                ? " (by chance with a probability of "
                        + (apart.chance() < 1e-3 ? "less than 0.1 %" : Phrases.percent(apart.chance())) + ")."
                : "; so few places do not separate a slow rank from a slow moment.";
    }

    /** Tests rows that name only their slowest rank and its excess over the median of all ranks. */
    private static Tested oftenSlowest(RankGroup job, List<Observation> rows) {
        if (job.ranks() < FEWEST_RANKS) {
            return Tested.nothing();
        }
        var counts = new LinkedHashMap<Integer, Integer>();
        rows.forEach(row -> counts.merge(row.ranks().slowest().orElseThrow(), 1, Integer::sum));
        var most = counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        double chance = Math.min(1, job.ranks() * atLeast(most.getValue(), rows.size(), 1.0 / job.ranks()));
        double by = Arrivals.median(rows.stream().filter(row -> row.ranks().slowest().orElseThrow() == most.getKey())
                .flatMapToDouble(row -> row.ranks().slowestBy().stream()).toArray()) / 100;
        if (chance > CHANCE || by < Arrivals.LEAST) {
            return Tested.nothing();
        }
        var often = "the longest time in %s of %s measurements, by %s of the median rank's".formatted(most.getValue(),
                rows.size(), Phrases.percent(by));
        var sentence = job.isCollective()
                ? """
                Rank %s of %s waits longest. In %s it has %s. Inside a collective such a rank arrives first or ends last: no \
                rank is seen to be waited for.""".formatted(most.getKey(), job.ranks(), job.words(), often)
                : "Rank %s is slow in %s: it has %s, where chance gives %s measurements.".formatted(most.getKey(),
                        job.words(), often, Phrases.number((double) rows.size() / job.ranks()));
        return new Tested(chance, () -> finding(sentence, job.isCollective() ? Confidence.AMBIGUOUS : Confidence.LIKELY,
                List.of(new Quantity("rank", most.getKey(), ""), new Quantity("by", 100 * by, "%"),
                        new Quantity("slowest_in", most.getValue(), ""), new Quantity("rows", rows.size(), "")),
                rows.stream().map(Observation::row).toList()));
    }

    private static Finding finding(String sentence, Confidence confidence, List<Quantity> numbers, List<RowRef> rows) {
        return confidence == Confidence.LIKELY
                ? Finding.of(ID, Severity.WARNING, confidence, sentence, numbers, rows)
                        .withConsequence(Consequence.STRAGGLER)
                : Finding.of(ID, Severity.NOTICE, confidence, sentence, numbers, rows);
    }

    /** Returns the probability of at least k successes in n trials of probability p. */
    static double atLeast(int k, int n, double p) {
        double term = Math.pow(1 - p, n);
        double below = 0;
        for (int i = 0; i < k; i++) {
            below += term;
            term *= (n - i) / (i + 1.0) * p / (1 - p);
        }
        return Math.max(0, 1 - below);
    }
}
