package org.gpucomm.analysis.headline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.results.NamedValues;
import org.jspecify.annotations.Nullable;

/**
 * Measurement at many places of a cluster: on each pair of hosts, named by a file, a heading or a folder, or on each host of a table.
 * Places are not repetitions. The sentence gives their median and the outliers or, if several folders contain a sweep each, the
 * differences of the medians.
 */
final class ClusterSweep {

    /** Smallest number of places of a sweep. Fewer are listed one by one. */
    private static final int FEWEST = 12;
    private static final int MOST_FOLDERS = 8;
    /** Smallest number of pairs that name a host, to recognise it as one. */
    private static final int PAIRS_OF_A_HOST = 3;
    /** Largest relative difference of medians that counts as none. */
    private static final double SAME = 0.05;
    /** Smallest relative distance of an outlier from the median. It must also be {@link #TIMES_THE_SPREAD} times the usual distance. */
    private static final double APART = 0.05;
    private static final double TIMES_THE_SPREAD = 6;
    private static final int MOST_NAMED = 3;
    /** Size of measurements without one. */
    private static final long NO_SIZE = -1;
    /** Separators between two hosts, those that no host name contains first. */
    private static final List<Pattern> BETWEEN_HOSTS = List.of(
            Pattern.compile("\\s*(?:<-+>|-+>|--+|__|[._]to[._])\\s*"), Pattern.compile("[ ,]+|_"),
            Pattern.compile("-"));
    private static final Pattern HOST = Pattern.compile("[A-Za-z][\\w.-]{0,40}\\d[\\w.]{0,20}");
    private static final Pattern ENDING = Pattern.compile("\\.(?:log|txt|out|dat)$");
    private static final Pattern PAIR_OF_HEADING = Pattern.compile("(?i)^\\W*pair:?\\s+|\\W+$");
    private static final List<String> OF_HOSTS = List.of("host", "hostname", "node", "nodename", "pair", "nodes",
            "destination", "dst", "target", "peer");

    private final String subject;
    private final String kind;
    private final long size;
    private final boolean isBandwidth;
    /** Values in GB/s or µs by folder and place. */
    private final Map<String, Map<String, Double>> values;

    private ClusterSweep(String subject, String kind, long size, boolean isBandwidth,
            Map<String, Map<String, Double>> values) {
        this.subject = subject;
        this.kind = kind;
        this.size = size;
        this.isBandwidth = isBandwidth;
        this.values = values;
    }

    /** Returns the main point of a sweep; empty if the measurements are not one, or of several kinds. */
    static Optional<MainPoint> of(Evidence evidence) {
        var titles = evidence.facts().stream().filter(fact -> fact.name().equals("title"))
                .collect(Collectors.toMap(fact -> fact.run(), fact -> fact.value(), (one, other) -> one));
        var all = evidence.observations();
        var kinds = all.stream().map(each -> kind(evidence, each)).distinct().limit(2).count();
        if (all.size() < FEWEST || kinds != 1) {
            return Optional.empty();
        }
        return ofHosts(evidence, all).or(() -> ofPairs(evidence, all, titles)).map(ClusterSweep::point);
    }

    private static List<@Nullable Object> kind(Evidence evidence, Observation each) {
        var key = evidence.key(each);
        return Arrays.asList(key.operation(), key.variant(), key.library(), key.tool(), key.placement(),
                key.identity().ranks());
    }

    private static Optional<ClusterSweep> ofHosts(Evidence evidence, List<Observation> all) {
        return OF_HOSTS.stream().flatMap(name -> sweep(evidence, all, "hosts",
                each -> NamedValues.parse(evidence.key(each).settings()).values().entrySet().stream()
                        .filter(setting -> setting.getKey().equalsIgnoreCase(name)).map(Map.Entry::getValue)
                        .findFirst().orElse(null),
                each -> "").stream())
                .findFirst();
    }

    private static Optional<ClusterSweep> ofPairs(Evidence evidence, List<Observation> all,
            Map<String, String> titles) {
        var pairs = new HashMap<String, List<String>>();
        Function<Observation, List<String>> pair = each -> pairs.computeIfAbsent(each.row().run(),
                run -> pair(each, titles.get(run)));
        var ofHost = all.stream().filter(each -> !pair.apply(each).isEmpty())
                .collect(Collectors.groupingBy(each -> each.row().run(), LinkedHashMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), List::getFirst)))
                .values().stream().flatMap(each -> pair.apply(each).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return sweep(evidence, all, "pairs", each -> {
            var hosts = pair.apply(each);
            return !hosts.isEmpty() && hosts.stream().allMatch(host -> ofHost.get(host) >= PAIRS_OF_A_HOST)
                    ? String.join("--", hosts)
                    : null;
        }, ClusterSweep::folder);
    }

    /** Returns the two hosts in the heading above a run or in its file's name; empty if neither names two. */
    private static List<String> pair(Observation each, @Nullable String title) {
        return Stream.of(title == null ? "" : PAIR_OF_HEADING.matcher(title).replaceAll(""),
                ENDING.matcher(path(each).getFileName().toString()).replaceAll(""))
                .flatMap(text -> BETWEEN_HOSTS.stream().map(between -> List.of(between.split(text))))
                .filter(hosts -> hosts.size() == 2 && hosts.stream().allMatch(host -> HOST.matcher(host).matches()))
                .findFirst().orElse(List.of());
    }

    /** Returns the path in an archive, else that of the file. */
    private static Path path(Observation each) {
        var source = each.measurement().source();
        return Path.of(source.contains("/") ? source : each.row().run().replaceFirst("#\\d+$", ""));
    }

    private static String folder(Observation each) {
        var parent = path(each).getParent();
        return parent == null ? "" : parent.getFileName().toString();
    }

    private static Optional<ClusterSweep> sweep(Evidence evidence, List<Observation> all, String kind,
            Function<Observation, @Nullable String> place, Function<Observation, String> folder) {
        var bySize = new TreeMap<Long, List<Observation>>(Comparator.reverseOrder());
        var places = new HashSet<String>();
        for (var each : all) {
            var size = each.measurement().workload().messageSize();
            var of = place.apply(each);
            if (of == null) {
                return Optional.empty();
            }
            places.add(folder.apply(each) + "/" + of);
            bySize.computeIfAbsent(size == null ? NO_SIZE : size.count(), added -> new ArrayList<>()).add(each);
        }
        if (places.size() < FEWEST) {
            return Optional.empty();
        }
        var subject = evidence.key(all.getFirst());
        for (var largest : bySize.entrySet()) {
            boolean isBandwidth = largest.getValue().stream().allMatch(each -> bandwidth(each) > 0);
            var values = values(largest.getValue(), place, folder, isBandwidth);
            if (values.values().stream().mapToInt(Map::size).sum() == places.size()) {
                return values.size() > MOST_FOLDERS
                        ? Optional.empty()
                        : Optional.of(new ClusterSweep(subject.title(), kind, largest.getKey(), isBandwidth, values));
            }
        }
        return Optional.empty();
    }

    /** Returns the median of each place by folder, in the order of the files. */
    private static Map<String, Map<String, Double>> values(List<Observation> ofSize,
            Function<Observation, @Nullable String> place, Function<Observation, String> folder, boolean isBandwidth) {
        var all = new LinkedHashMap<String, Map<String, List<Double>>>();
        for (var each : ofSize) {
            double value = isBandwidth ? bandwidth(each) : each.time().orElse(0);
            if (value > 0) {
                all.computeIfAbsent(folder.apply(each), added -> new LinkedHashMap<>())
                        .computeIfAbsent(String.valueOf(place.apply(each)), added -> new ArrayList<>()).add(value);
            }
        }
        var medians = new LinkedHashMap<String, Map<String, Double>>();
        all.forEach((of, places) -> {
            var ofFolder = new LinkedHashMap<String, Double>();
            places.forEach((name, values) -> ofFolder.put(name, Spread.median(values)));
            medians.put(of, ofFolder);
        });
        return medians;
    }

    private static double bandwidth(Observation each) {
        var outcome = each.measurement().outcome();
        return outcome.busbw() != null
                ? each.busbw().orElse(0)
                : outcome.algbw() != null ? each.algbw().orElse(0) : 0;
    }

    private MainPoint point() {
        return values.size() > 1 ? ofFolders() : ofPlaces(values.values().iterator().next());
    }

    /** Returns, for example, {@code Send: the median pair reaches 163 GB/s in apr1 and 102 in may19 at 8 MiB. Each has 366 pairs.} */
    private MainPoint ofFolders() {
        var medians = new LinkedHashMap<String, Double>();
        values.forEach((folder, places) -> medians.put(folder, Spread.median(places.values())));
        double least = medians.values().stream().min(Double::compare).orElseThrow();
        double most = medians.values().stream().max(Double::compare).orElseThrow();
        var counts = values.values().stream().mapToInt(Map::size).summaryStatistics();
        boolean isSame = most <= least * (1 + SAME);
        var said = new ArrayList<String>();
        medians.forEach((folder, median) -> said
                .add(Phrases.number(median) + (said.isEmpty() ? unit() : "") + " in " + folder));
        return new MainPoint(isSame ? Consequence.USUAL : Consequence.REMARK,
                subject + ": the median " + (kind.equals("hosts") ? "host" : "pair")
                        + (isBandwidth ? " reaches " : " takes ") + Phrases.list(said) + " at " + Phrases.size(size)
                        + ". Each has " + Phrases.range(counts.getMin(), counts.getMax()) + " " + kind + ".");
    }

    private String atSize() {
        return size == NO_SIZE ? "" : " at " + Phrases.size(size);
    }

    private String unit() {
        return isBandwidth ? " GB/s" : " µs";
    }

    /** Returns, for example, {@code Send: 366 pairs reach 99 to 103 GB/s at 8 MiB, median 102; none stands apart.} */
    private MainPoint ofPlaces(Map<String, Double> places) {
        double median = Spread.median(places.values());
        double spread = Spread.median(places.values().stream().map(value -> Math.abs(value - median)).toList());
        double far = Math.max(APART * median, TIMES_THE_SPREAD * spread);
        var apart = places.entrySet().stream()
                .filter(place -> (isBandwidth ? median - place.getValue() : place.getValue() - median) > far)
                .sorted(Comparator.comparingDouble(place -> -Math.abs(place.getValue() - median))).toList();
        var range = Phrases.range(places.values().stream().min(Double::compare).orElseThrow(),
                places.values().stream().max(Double::compare).orElseThrow());
        var named = apart.stream().limit(MOST_NAMED)
                .map(place -> place.getKey() + " (" + Phrases.number(place.getValue()) + ")").toList();
        int more = apart.size() - named.size();
        var words = apart.isEmpty()
                ? "none stands apart"
                : Phrases.list(named) + (more > 0 ? " and " + more + " more" : "")
                        + (apart.size() == 1 ? " stands apart" : " stand apart") + host(apart.stream()
                                .map(Map.Entry::getKey).toList());
        return new MainPoint(apart.isEmpty() ? Consequence.USUAL : Consequence.STRAGGLER,
                subject + ": " + places.size() + " " + kind + (isBandwidth ? " reach " : " take ") + range
                        + unit() + atSize() + ", median "
                        + Phrases.number(median) + "; " + words + ".");
    }

    /** Returns {@code , all of node-7} if all outlier pairs share a host, else an empty text. */
    private static String host(List<String> pairs) {
        var shared = new HashSet<>(List.of(pairs.getFirst().split("--")));
        pairs.forEach(pair -> shared.retainAll(List.of(pair.split("--"))));
        return pairs.size() > 1 && shared.size() == 1 ? ", all of " + shared.iterator().next() : "";
    }
}
