package org.gpucomm.analysis.headline;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.InferredRanks;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/** Best measurement of each operation and variant, in a few words. */
final class MeasuredBest {

    private static final int MOST_OPERATIONS = 2;
    /** Largest number of operations that are all named if they differ in nothing else. */
    private static final int MOST_SHORT = 4;
    /** Size in bytes from which bandwidth is the result. */
    private static final long LARGE = 1 << 20;
    /** Size in bytes below which time is the result. Between both sizes, the growth of the time decides. */
    private static final long SMALL = 64 << 10;
    private static final double GROWN = 4;
    /** The same for small messages, whose times hardly grow. */
    private static final double GROWN_MUCH = 8;
    /** Largest ratio of times, and of bandwidths of pairs, that counts as no difference. */
    private static final double AS_SHORT = 1.1;
    /** Fewest sizes that show a trend, and fewest measurements that show an outlier. */
    private static final int FEWEST = 4;
    /** Factor between the last two sizes from which a curve still rises. */
    private static final double RISING = 1.15;
    /** Size in bytes from which bandwidth is no longer limited by the size. */
    private static final long MOST_BYTES = 1L << 30;
    /** Least ratio of p99 to the median that is reported. */
    private static final double TAIL = 2;
    private static final String SHARE = " of it communication and waiting";
    /** Size in bytes below which the number of messages in flight is the result. */
    private static final long COUNTED = 1 << 10;

    private MeasuredBest() {}

    /** Returns, for example, {@code All-Reduce with NCCL on 8 GPUs reaches 235 GB/s at 8 GiB}; empty if nothing was measured. */
    static String of(Evidence evidence) {
        var best = new LinkedHashMap<String, Curve>();
        var curves = UnlikeRuns.apart(evidence).withoutTwins().alongSize();
        for (var curve : curves) {
            best.merge(name(curve), curve, MeasuredBest::better);
        }
        boolean isOwn = best.values().stream().allMatch(curve -> curve.subject().isOwnMemory());
        var said = best.values().stream().filter(curve -> isOwn || !curve.subject().isOwnMemory())
                .map(curve -> overSettings(overPairs(measured(curve).and(onOthers(curve, curves)), curve, curves),
                        curve, curves))
                .toList();
        var range = said.isEmpty() ? Optional.<String>empty() : rangeOfAll(said, best.values());
        if (range.isPresent()) {
            return range.get();
        }
        // Results that differ in their operation alone take few words each.
        boolean areShort = said.size() <= MOST_SHORT
                && said.stream()
                        .allMatch(each -> each.isOfOneKind(said.getFirst()) && each.subject().variant().isEmpty());
        int most = areShort ? MOST_SHORT : MOST_OPERATIONS;
        int left = said.size() - most;
        return IntStream.range(0, Math.min(most, said.size()))
                .mapToObj(i -> i == 0 ? said.getFirst().sentence() : said.get(i).after(said.getFirst()))
                .collect(Collectors.joining())
                + (left <= 0 ? "" : "; and " + left + (left == 1 ? " more curve" : " more curves"));
    }

    /**
     * Returns, for example, {@code 8 operations with NCCL on 8 GPUs reach from 0.94 GB/s (Scatter) to 41.8 GB/s (Gather)}, or the same of
     * the variants that solve one problem; empty unless there are several, all with a bandwidth or all with a time.
     */
    private static Optional<String> rangeOfAll(List<Measured> said, Collection<Curve> best) {
        // The number of ranks is known where the factor between the two bandwidths shows it.
        var who = said.stream().map(Measured::who).filter(each -> !each.isEmpty()).distinct().toList();
        var verb = said.getFirst().verb();
        boolean isTime = verb.equals("takes");
        long operations = said.stream().map(each -> each.subject().operation()).distinct().count();
        boolean areOperations = operations > MOST_SHORT && !isTime
                && said.stream().noneMatch(each -> each.subject().operation() == Operation.UNNAMED);
        boolean areVariants = operations == 1 && said.size() > MOST_OPERATIONS
                && !said.getFirst().subject().problem().isEmpty()
                && said.stream().map(each -> each.subject().problem()).distinct().count() == 1
                && said.stream().map(each -> each.subject().variant()).distinct().count() == said.size();
        if (said.size() != best.size() || who.size() > 1 || !isTime && !verb.equals("reaches")
                || !said.stream().allMatch(each -> each.verb().equals(verb)) || !areOperations && !areVariants) {
            return Optional.empty();
        }
        ToDoubleFunction<Curve> value = curve -> isTime
                ? shortest(curve).map(MeasuredBest::time).orElse(0.0)
                : speed(curve).orElse(0.0);
        var ascending = best.stream().sorted(Comparator.comparingDouble(value)).toList();
        var ends = Stream.of(ascending.getFirst(), ascending.getLast()).map(curve -> {
            double number = value.applyAsDouble(curve);
            return (isTime ? Phrases.time(number) : Phrases.gbps(number)) + " (" + (areVariants
                    ? curve.subject().variant()
                    : curve.subject().title()) + ")";
        }).collect(Collectors.joining(" to "));
        return Optional.of(said.size()
                + (areVariants ? " variants of " + said.getFirst().subject().operation().title() : " operations")
                + String.join("", who) + (isTime ? " take from " : " reach from ") + ends
                + (areVariants ? memory(ascending.getFirst().first()) : ""));
    }

    private static String name(Curve curve) {
        return curve.subject().title() + " " + curve.subject().run();
    }

    /** Returns the bandwidth on the number of ranks farthest from the best one, for results without a sweep of sizes, else empty. */
    private static String onOthers(Curve best, List<Curve> curves) {
        return curves.stream().filter(curve -> curve.fixed() > 0 && best.fixed() > 0 && name(curve).equals(name(best))
                && curve.cells().size() == 1 && best.cells().size() == 1 && bandwidth(curve.cells().getFirst()) > 0)
                .max(Comparator.comparingLong(curve -> Math.abs(curve.fixed() - best.fixed())))
                .filter(curve -> curve.fixed() != best.fixed())
                .map(curve -> ", " + reached(curve.cells().getFirst()) + " on " + curve.fixed()).orElse("");
    }

    /** Replaces the best bandwidth by the range over all pairs of a matrix if they differ. */
    private static Measured overPairs(Measured measured, Curve best, List<Curve> curves) {
        var rates = curves.stream().filter(curve -> name(curve).equals(name(best)) && !curve.subject().isOwnMemory()
                && curve.cells().size() == 1
                && DevicePair.of(NamedValues.parse(curve.subject().settings())).isPresent())
                .mapToDouble(curve -> bandwidth(curve.cells().getFirst())).filter(rate -> rate > 0).sorted().toArray();
        return rates.length < 2 || rates[rates.length - 1] < AS_SHORT * rates[0] || !measured.verb().equals("reaches")
                ? measured
                : new Measured(measured.subject(), measured.who(), measured.verb(),
                        Phrases.range(rates[0], rates[rates.length - 1]) + " GB/s",
                        " between " + rates.length + " pairs");
    }

    /** Replaces a result without a size by the range over the settings under which it was measured, if they differ. */
    private static Measured overSettings(Measured measured, Curve best, List<Curve> curves) {
        boolean isTime = measured.verb().equals("takes");
        ToDoubleFunction<Curve> value = curve -> isTime
                ? time(curve.cells().getFirst())
                : bandwidth(curve.cells().getFirst());
        var ascending = curves.stream().filter(curve -> name(curve).equals(name(best)) && curve.fixed() == best.fixed()
                && curve.cells().size() == 1 && curve.first().bytes() < 0
                && DevicePair.of(NamedValues.parse(curve.subject().settings())).isEmpty()
                && value.applyAsDouble(curve) > 0).sorted(Comparator.comparingDouble(value)).toList();
        if (!isTime && !measured.verb().equals("reaches") || ascending.size() < 2
                || value.applyAsDouble(ascending.getLast()) < AS_SHORT * value.applyAsDouble(ascending.getFirst())) {
            return measured;
        }
        double least = value.applyAsDouble(ascending.getFirst());
        double most = value.applyAsDouble(ascending.getLast());
        return range(given(ascending.getFirst()), given(ascending.getLast()))
                .map(range -> new Measured(measured.subject(), measured.who(), measured.verb(),
                        isTime
                                ? Phrases.time(least) + " to " + Phrases.time(most)
                                : Phrases.range(least, most) + " GB/s",
                        range))
                .orElse(measured);
    }

    /** Returns the only setting that differs with both values, {@code  (tokens=128 to 4096)}; empty if several differ, or one without numbers. */
    private static Optional<String> range(NamedValues first, NamedValues last) {
        var different = Stream.of(first, last).flatMap(each -> each.values().keySet().stream()).distinct()
                .filter(name -> !first.get(name).equals(last.get(name))).toList();
        return different.stream().filter(name -> different.size() == 1)
                .filter(name -> Stream.of(first, last)
                        .allMatch(each -> each.get(name).flatMap(Decimal::parse).isPresent()))
                .map(name -> " (" + name + "=" + first.get(name).orElseThrow() + " to "
                        + last.get(name).orElseThrow() + ")")
                .findFirst();
    }

    private static NamedValues given(Curve curve) {
        return NamedValues.parse(curve.subject().settings()).with(NamedValues.parse(curve.subject().problem()));
    }

    /** Returns the highest rate of a queue of requests and its longest waiting time; empty if requests were not counted. */
    static String ofQueue(Evidence evidence) {
        var counted = evidence.observations().stream()
                .filter(each -> each.operation() == Operation.QUEUE && rate(each) > 0 && each.time().isPresent())
                .sorted(Comparator.comparingDouble(MeasuredBest::rate).reversed()).toList();
        if (counted.isEmpty()) {
            return "";
        }
        var slowest = counted.stream().max(Comparator.comparingDouble(each -> each.time().getAsDouble())).orElseThrow();
        var key = evidence.key(counted.getFirst());
        return key.title() + " with " + key.stackTitle() + " carries " + carried(evidence, counted.getFirst())
                + (slowest == counted.getFirst()
                        ? ""
                        : ". Requests wait longest in " + evidence.key(slowest).title() + ": "
                                + Phrases.time(slowest.time().getAsDouble()) + " (" + settings(evidence, slowest)
                                + ")");
    }

    /** Returns, for example, {@code 272 million requests a second, each in 0.941 µs (posters=256)}. */
    private static String carried(Evidence evidence, Observation at) {
        return Phrases.number(rate(at)) + " million requests a second, each in " + Phrases.time(at.time().getAsDouble())
                + " (" + settings(evidence, at) + ")";
    }

    private static String settings(Evidence evidence, Observation at) {
        return evidence.key(at).settings().replace(";", ", ");
    }

    private static double rate(Observation each) {
        return each.measurement().outcome().metrics().get("rate_Mops").map(Double::valueOf).orElse(0.0);
    }

    /** Returns whether all that was measured are times of messages too small to show a bandwidth, and none is much longer. */
    static boolean isOfSmallMessages(Evidence evidence) {
        var curves = UnlikeRuns.apart(evidence).withoutTwins().alongSize();
        return curves.stream().allMatch(
                curve -> curve.first().bytes() >= 0 && curve.cells().stream().noneMatch(cell -> isLarge(curve, cell))
                        && shortest(curve)
                                .filter(cell -> time(curve.last()) <= GROWN_MUCH * time(cell)).isPresent());
    }

    /** Returns the largest size of the only curve if its bandwidth is well above that of the next smaller size. */
    static Optional<Cell> rising(Evidence evidence) {
        var curves = UnlikeRuns.apart(evidence).withoutTwins().alongSize();
        var cells = curves.size() == 1 ? curves.getFirst().cells() : List.<Cell>of();
        return cells.size() >= FEWEST && cells.getLast().bytes() < MOST_BYTES
                && bandwidth(cells.getLast()) > RISING * bandwidth(cells.get(cells.size() - 2))
                        ? Optional.of(cells.getLast())
                        : Optional.empty();
    }

    /**
     * Result of a curve.
     *
     * @param who  library and number of ranks
     * @param verb for example {@code reaches}
     * @param at   message size, in words
     */
    private record Measured(SeriesKey subject, String who, String verb, String value, String at) {

        String sentence() {
            return subject.title() + who + " " + verb + " " + value + at;
        }

        Measured and(String others) {
            return new Measured(subject, who, verb, value, at + others);
        }

        boolean isOfOneKind(Measured other) {
            return who.equals(other.who) && verb.equals(other.verb);
        }

        /** Returns the text without the words that it has in common with the first. */
        String after(Measured first) {
            if (!isOfOneKind(first)) {
                return "; " + sentence();
            }
            boolean isVariant = subject.operation() == first.subject.operation() && !subject.variant().isEmpty()
                    && subject.placement() == first.subject.placement();
            return ", " + (isVariant ? subject.variant() : subject.title()) + " " + value
                    + (at.equals(first.at) ? "" : at.replace(SHARE, ""));
        }
    }

    /** Returns the faster curve, preferring links to a device's own memory, whose speed says nothing about links. */
    private static Curve better(Curve one, Curve other) {
        if (one.subject().isOwnMemory() != other.subject().isOwnMemory()) {
            return one.subject().isOwnMemory() ? other : one;
        }
        boolean isWider = one.subject().operation() == Operation.JACOBI && other.fixed() > one.fixed();
        return isWider || speed(other).orElse(0.0) > speed(one).orElse(0.0) ? other : one;
    }

    private static Optional<Double> speed(Curve curve) {
        return fastest(curve).map(MeasuredBest::bandwidth);
    }

    private static Optional<Cell> fastest(Curve curve) {
        return curve.cells().stream().filter(cell -> !isEmpty(cell) && bandwidth(cell) > 0)
                .max(Comparator.comparingDouble(MeasuredBest::bandwidth));
    }

    /** Returns the printed bandwidth. For collectives, it is not derived from times, since tools count sizes differently. */
    static double bandwidth(Cell cell) {
        boolean isBus = cell.observations().stream().anyMatch(each -> each.measurement().outcome().busbw() != null);
        if (isBus && cell.busbw().isPresent()) {
            return cell.busbw().getAsDouble();
        }
        boolean isPrinted = cell.observations().stream().anyMatch(each -> each.measurement().outcome().algbw() != null);
        boolean isCollective = cell.observations().getFirst().operation().busFactor(2).isPresent();
        return isPrinted || !isCollective ? cell.algbw().orElse(0) : 0;
    }

    private static Measured measured(Curve curve) {
        var subject = curve.subject();
        var who = (subject.library().isEmpty() ? "" : " with " + subject.stackTitle()) + ranks(curve)
                + (subject.isOwnMemory() ? ", within a device's own memory," : "");
        if (curve.cells().stream().allMatch(MeasuredBest::isEmpty)) {
            return new Measured(subject, who, "was measured", "with empty messages only", "");
        }
        var fastest = fastest(curve);
        // An operation without a message size is described by its bandwidth.
        if (fastest.isPresent() && (fastest.get().bytes() < 0 || !fastest.get().isTimed()
                || isLarge(curve, fastest.get()))) {
            long bytes = fastest.get().bytes();
            boolean isCounted = bytes > 0 && bytes < COUNTED && !fastest.get().isTimed()
                    && subject.operation().busFactor(2).isEmpty() && !isApart(fastest.get());
            return isCounted
                    ? new Measured(subject, who, "moves",
                            Phrases.number(bandwidth(fastest.get()) * 1e3 / bytes) + " million messages a second",
                            " at " + new Bytes(bytes))
                    : new Measured(subject, who, "reaches", reached(fastest.get()),
                            (bytes > 0 ? " at " + new Bytes(bytes) : "") + apart(fastest.get()));
        }
        return shortest(curve).map(cell -> new Measured(subject, who, "takes", took(cell),
                (cell.bytes() > 0 ? " at " + new Bytes(cell.bytes()) : "") + largest(curve, cell)
                        + (cell.time().isPresent()
                                ? ""
                                : " in the median"
                                        + (subject.settings().isEmpty() ? "" : " (" + subject.settings() + ")"))
                        + tail(cell) + communication(cell)))
                .orElseGet(() -> new Measured(subject, who, "has", curve.rows().size() + " measurements", ""));
    }

    /** Returns the time; of measurements that belong to unlike things, the range. */
    private static String took(Cell cell) {
        var times = cell.observations().stream().mapToDouble(each -> each.time().orElse(0)).filter(time -> time > 0)
                .sorted().toArray();
        return times.length < 2 || !isApart(cell)
                ? Phrases.time(time(cell))
                : Phrases.time(times[0]) + " to " + Phrases.time(times[times.length - 1]) + " (" + times.length
                        + " unlike measurements)";
    }

    /** Returns the time of the largest message if it takes much longer, for example {@code ; at 16 MiB it takes 849 µs}, else empty. */
    private static String largest(Curve curve, Cell shortest) {
        var last = curve.last();
        return time(last) > (last.bytes() >= LARGE ? GROWN : GROWN_MUCH) * time(shortest)
                ? "; at " + new Bytes(last.bytes()) + " it takes " + Phrases.time(time(last))
                : "";
    }

    /** Returns a remark about the p99 time if it is much longer than the median, else empty. */
    private static String tail(Cell cell) {
        double median = mean(cell, Outcome::timeP50);
        double late = mean(cell, Outcome::timeP99);
        return median > 0 && late > TAIL * median
                ? ", the slowest of a hundred " + Phrases.time(late) + " (median " + Phrases.time(median) + ")"
                : "";
    }

    /** Returns the share of a solver's time on several GPUs beyond its part of one GPU's work; empty if unknown. */
    private static String communication(Cell cell) {
        var outcome = cell.observations().getFirst().measurement().outcome();
        double ideal = outcome.baseline() == null || outcome.time() == null || cell.ranks() < 2
                ? 0
                : outcome.baseline().doubleValue() / cell.ranks() / outcome.time().doubleValue();
        return ideal > 0 && ideal < 1 ? ", " + Phrases.percent(1 - ideal) + SHARE : "";
    }

    /** Returns how fast a solver on one GPU moves its memory, as a share of a copy; empty if unknown. */
    private static String memory(Cell cell) {
        return cell.observations().getFirst().measurement().outcome().metrics().get("copy_share_pct")
                .map(Double::valueOf)
                .map(share -> "; the fastest moves memory at " + Phrases.percent(share / 100) + " of a copy's rate")
                .orElse("");
    }

    /** Returns whether the share of communication in a solver's time, or the speed of its memory, is known. */
    static boolean hasShare(Evidence evidence) {
        return evidence.alongSize().stream().flatMap(curve -> curve.cells().stream())
                .anyMatch(cell -> !communication(cell).isEmpty() || !memory(cell).isEmpty());
    }

    private static boolean isLarge(Curve curve, Cell cell) {
        return cell.bytes() >= LARGE || cell.bytes() >= SMALL && (cell.time().isEmpty()
                || time(cell) >= GROWN * shortest(curve).map(MeasuredBest::time).orElse(0.0));
    }

    /** Returns the mean time, else the median; 0 if neither was measured. */
    static double time(Cell cell) {
        return cell.time().orElseGet(() -> mean(cell, Outcome::timeP50));
    }

    private static double mean(Cell cell, Function<Outcome, @Nullable Micros> time) {
        return cell.observations().stream().map(each -> time.apply(each.measurement().outcome()))
                .filter(Objects::nonNull).mapToDouble(Micros::doubleValue).average().orElse(0);
    }

    /**
     * Returns whether measurements differ so much that they belong to unnamed pairs, hosts or settings, and their median is meaningless.
     */
    static boolean isApart(Cell cell) {
        return cell.spread() > Agreement.FACTOR;
    }

    private static String reached(Cell cell) {
        if (!isApart(cell)) {
            return Phrases.gbps(bandwidth(cell));
        }
        var each = each(cell);
        return isUnlikeInOne(each)
                ? Phrases.gbps(each[each.length / 2])
                : Phrases.range(each[0], each[each.length - 1]) + " GB/s";
    }

    private static String apart(Cell cell) {
        var each = isApart(cell) ? each(cell) : new double[0];
        return each.length == 0
                ? ""
                : isUnlikeInOne(each)
                        ? ", but " + Phrases.number(each[isSlowInOne(each) ? 0 : each.length - 1]) + " in one of "
                                + each.length + " measurements"
                        : " (" + each.length + " unlike measurements)";
    }

    /** Returns the bandwidths of the measurements, in ascending order. */
    private static double[] each(Cell cell) {
        return cell.observations().stream()
                .mapToDouble(one -> bandwidth(new Cell(cell.bytes(), cell.ranks(), cell.nodes(), List.of(one), 0)))
                .sorted().toArray();
    }

    private static boolean isUnlikeInOne(double[] ascending) {
        return ascending.length >= FEWEST
                && (isSlowInOne(ascending) || ascending[ascending.length - 2] <= AS_SHORT * ascending[0]);
    }

    private static boolean isSlowInOne(double[] ascending) {
        return ascending[ascending.length - 1] <= AS_SHORT * ascending[1];
    }

    /** Returns the smallest message, unless another one was clearly faster. */
    private static Optional<Cell> shortest(Curve curve) {
        var timed = curve.cells().stream().filter(cell -> !isEmpty(cell) && time(cell) > 0)
                .filter(cell -> cell.isTimed() || cell.time().isEmpty()).toList();
        double least = timed.stream().mapToDouble(MeasuredBest::time).min().orElse(0);
        return timed.stream().filter(cell -> time(cell) <= AS_SHORT * least).findFirst();
    }

    /** Returns whether the message is empty. A collective of fewer elements than ranks has rows of 0 bytes, which time nothing. */
    private static boolean isEmpty(Cell cell) {
        return cell.bytes() == 0;
    }

    private static String ranks(Curve curve) {
        if (curve.fixed() > 0) {
            return " on " + Phrases.ranks(curve.subject(), curve.fixed()) + nodes(curve.cells());
        }
        var inferred = InferredRanks.of(curve);
        return inferred.isPresent()
                ? " on " + Phrases.ranks(curve.subject(), inferred.getAsInt()) + " (computed)"
                : "";
    }

    private static String nodes(List<Cell> cells) {
        int nodes = cells.getFirst().nodes();
        return nodes > 1 ? " of " + nodes + " nodes" : "";
    }
}
