package org.gpucomm.analysis.headline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.rules.LineRates;
import org.gpucomm.analysis.rules.Phrases;

/**
 * Costs of several curves at their common sizes, and what they say.
 *
 * @param names  names of the curves
 * @param sizes  sizes in bytes that two curves have at least, ascending; -1 for a table without sizes
 * @param costs  times, or inverses of bandwidths, by name and size; NaN where there is none
 * @param busbw  bus bandwidths in GB/s, likewise
 * @param isTime whether costs are times
 */
record CostTable(List<String> names, List<Long> sizes, double[][] costs, double[][] busbw, boolean isTime) {

    /** Largest number of slower curves that are named one by one. */
    private static final int MOST_NAMED = 2;
    /** Largest relative difference of numbers that count as equal. */
    static final double SAME = 0.02;
    /** Smallest number of curves that can show one far behind the rest. */
    private static final int FEWEST_ALIKE = 4;
    /** Largest relative difference that is not worth further words. */
    private static final double CLOSE = 0.05;
    /** Least ratio of the slowest curve's cost to the usual one from which it is named. */
    private static final double FAR_SLOWER = 1.5;
    /** Least ratio of the slowest curve's excess over the fastest to the usual one from which it is named. */
    private static final double FAR_BEHIND = 3;
    /** Ratio of the times of two sizes and the next larger one from which the latter is none. */
    private static final double IMPOSSIBLE = 64;
    /** Range of whole factors from a bandwidth per device to a sum over devices. */
    private static final int FEWEST_TIMES = 2;
    private static final int MOST_TIMES = 72;
    /** Largest relative error of a multiple because of printed digits. */
    private static final double EXACT = 0.002;
    /** Names whose last word is a way to transfer: what goes the same way is compared. */
    private static final Pattern WAY = Pattern
            .compile("(?<own>.+)-(?<common>push|pull|put|get|read|write|send|recv|unidirectional|bidirectional)");
    /** Names with a setting of a library, whose values are compared: {@code NCCL_CROSS_NIC=1 ring}. */
    private static final Pattern KNOB = Pattern
            .compile("(?<own>[A-Z][A-Z0-9]{1,15}+(?:_[A-Z0-9]{1,20}+){1,8}+=\\S++) (?<common>.+)");
    private static final Pattern LAST_WORD = Pattern.compile("(?<common>.*)-(?<own>[^-]*+)");
    private static final Pattern COMMON_LAST_WORD = Pattern.compile("(?<own>.*)-(?<common>[^-]*+)");
    /** Names of rows by two columns: {@code C8 baseline}. */
    private static final Pattern FIRST_WORD = Pattern.compile("(?<common>\\S+) (?<own>.+)");
    private static final Pattern NUMBERED = Pattern.compile("(?<own>[A-Za-z]{1,20}+)[-_]?(?<common>\\d{1,5}+)");
    private static final Pattern REPETITION = Pattern.compile("[-_ ](?:r|rep|run|trial)[-_]?\\d{1,2}$");

    /** Returns the costs; empty if the curves have no size in common, or their rows belong to unlike things. @param names names of the curves */
    static Optional<CostTable> of(List<Curve> curves, List<String> names) {
        var cells = curves.stream().flatMap(curve -> curve.cells().stream()).toList();
        // The mean of rows of unlike things is the result of none.
        if (cells.stream().anyMatch(cell -> cell.bytes() < 0 && MeasuredBest.isApart(cell))
                && SideBySide.areColumns(curves)) {
            return Optional.empty();
        }
        // Medians are compared if there is nothing else.
        boolean isTime = cells.stream().allMatch(Cell::isTimed) || cells.stream()
                .allMatch(cell -> cell.time().isEmpty() && cell.algbw().isEmpty() && MeasuredBest.time(cell) > 0);
        // A bus bandwidth cannot be compared with an algorithm bandwidth.
        boolean isOfBus = curves.stream()
                .allMatch(curve -> curve.cells().stream().anyMatch(cell -> cell.busbw().isPresent()));
        var impossible = isTime ? impossible(curves) : Set.<Cell>of();
        ToDoubleFunction<Cell> possible = cell -> impossible.contains(cell) ? Double.NaN : cost(cell, isTime, isOfBus);
        var meetings = new TreeMap<Long, Integer>();
        // Pairs of a matrix have no sizes either, but are no columns of a table.
        boolean isTable = curves.stream().allMatch(curve -> curve.subject().tool().equals("csv"));
        curves.stream().flatMap(curve -> curve.cells().stream())
                .filter(cell -> (cell.bytes() > 0 || cell.bytes() < 0 && isTable) && possible.applyAsDouble(cell) > 0)
                .forEach(cell -> meetings.merge(cell.bytes(), 1, Integer::sum));
        meetings.values().removeIf(curvesOfSize -> curvesOfSize < 2);
        var sizes = List.copyOf(meetings.keySet());
        var costs = numbers(curves, sizes, possible);
        var alike = repetitions(names);
        boolean allMeet = Arrays.stream(costs).allMatch(ofName -> Arrays.stream(ofName).anyMatch(cost -> cost > 0));
        return sizes.isEmpty() || !allMeet
                ? Optional.empty()
                : Optional.of(new CostTable(List.copyOf(alike.keySet()), sizes, means(alike.values(), costs),
                        means(alike.values(), numbers(curves, sizes, cell -> cell.busbw().orElse(Double.NaN))),
                        isTime));
    }

    /** Returns the difference at the largest size, as a logarithm; 0 if fewer than two curves have it. */
    double difference() {
        var last = Arrays.stream(costs).mapToDouble(ofName -> ofName[sizes.size() - 1]).filter(cost -> cost > 0)
                .summaryStatistics();
        return last.getCount() < 2 ? 0 : Math.log(last.getMax() / last.getMin());
    }

    /** Returns the columns by name. Repetitions such as {@code base-r1} and {@code base-r2} have one name. */
    private static Map<String, List<Integer>> repetitions(List<String> names) {
        var stems = names.stream().map(name -> REPETITION.matcher(name).replaceFirst("")).toList();
        var alike = new LinkedHashMap<String, List<Integer>>();
        for (int i = 0; i < names.size(); i++) {
            boolean isRepeated = Collections.frequency(stems, stems.get(i)) > 1;
            alike.computeIfAbsent(isRepeated ? stems.get(i) : names.get(i), added -> new ArrayList<>()).add(i);
        }
        return alike.size() > 1
                ? alike
                : names.stream().collect(Collectors.toMap(Function.identity(),
                        name -> List.of(names.indexOf(name)), (one, other) -> one, LinkedHashMap::new));
    }

    /** Returns the means of the rows of each group, over the rows that have a number. */
    private static double[][] means(Collection<List<Integer>> groups, double[][] numbers) {
        return groups.stream()
                .map(rows -> IntStream.range(0, numbers[0].length).mapToDouble(at -> rows.stream()
                        .mapToDouble(row -> numbers[row][at]).filter(number -> !Double.isNaN(number)).average()
                        .orElse(Double.NaN)).toArray())
                .toArray(double[][]::new);
    }

    /** Returns the cells whose time is far below those of the next two smaller sizes: a call that did nothing. */
    private static Set<Cell> impossible(List<Curve> curves) {
        var impossible = Collections.newSetFromMap(new IdentityHashMap<Cell, Boolean>());
        for (var curve : curves) {
            var cells = curve.cells();
            // One long time before a short one is that of a warm-up or a disturbance.
            IntStream.range(2, cells.size()).filter(at -> IntStream.rangeClosed(1, 2).allMatch(
                    back -> MeasuredBest.time(cells.get(at)) * IMPOSSIBLE < MeasuredBest.time(cells.get(at - back))))
                    .mapToObj(cells::get).forEach(impossible::add);
        }
        return impossible;
    }

    /** Returns numbers by curve and size; NaN if a curve does not have the size. */
    private static double[][] numbers(List<Curve> curves, List<Long> sizes, ToDoubleFunction<Cell> number) {
        return curves.stream().map(curve -> sizes.stream()
                .mapToDouble(size -> curve.at(size).map(number::applyAsDouble).orElse(Double.NaN)).toArray())
                .toArray(double[][]::new);
    }

    /** Returns the time or the inverse bandwidth; NaN if the cell has none. */
    private static double cost(Cell cell, boolean isTime, boolean isOfBus) {
        double value = isTime ? MeasuredBest.time(cell) : (isOfBus ? cell.busbw() : cell.algbw()).orElse(0);
        return value <= 0 ? Double.NaN : isTime ? value : 1 / value;
    }

    /** Returns what the costs say, with a period at its end. */
    String sentence() {
        var pairs = pairs();
        if (pairs.size() > 1) {
            return pairs.stream().sorted(Comparator.comparingDouble(pair -> -differenceOf(pair[0], pair[1])))
                    .map(pair -> pair(pair[0], pair[1])).collect(Collectors.joining("; ")) + ".";
        }
        return names.size() == 2 ? pair(0, 1) + atTheLargest() + "." : many() + ".";
    }

    private double differenceOf(int a, int b) {
        return IntStream.range(0, sizes.size()).filter(at -> costs[a][at] > 0 && costs[b][at] > 0)
                .mapToDouble(at -> Math.max(lead(a, b, at), lead(b, a, at))).max().orElse(0);
    }

    /**
     * Returns pairs of names that differ in a setting of a library, in their last word, such as {@code 2.29.7-off} and {@code 2.29.7-on},
     * or in what is before a way to transfer or a number, such as {@code nvshmem-push} and {@code ours-push} or {@code own8} and
     * {@code nccl8}; empty unless all are in one.
     */
    List<int[]> pairs() {
        var ways = Stream.of(KNOB, WAY).map(this::pairs).filter(pairs -> !pairs.isEmpty()).findFirst()
                .orElse(List.of());
        var forms = Stream.of(LAST_WORD, NUMBERED, FIRST_WORD, COMMON_LAST_WORD).map(this::pairs)
                .filter(pairs -> !pairs.isEmpty()).toList();
        // Neighbours are compared: flydsl-d, mori-d, flydsl-c, mori-c.
        return !ways.isEmpty()
                ? ways
                : forms.stream().filter(pairs -> pairs.stream().allMatch(pair -> pair[1] == pair[0] + 1)).findFirst()
                        .or(() -> forms.stream().findFirst()).orElse(List.of());
    }

    private List<int[]> pairs(Pattern form) {
        var byCommon = new LinkedHashMap<String, List<Integer>>();
        var own = new ArrayList<String>();
        for (int i = 0; i < names.size(); i++) {
            var name = form.matcher(names.get(i));
            if (!name.matches()) {
                return List.of();
            }
            byCommon.computeIfAbsent(name.group("common"), added -> new ArrayList<>()).add(i);
            own.add(name.group("own"));
        }
        boolean isProduct = byCommon.size() > 1 && byCommon.values().stream().allMatch(pair -> pair.size() == 2)
                && byCommon.values().stream().map(pair -> pair.stream().map(own::get).toList()).distinct().count() == 1;
        return isProduct
                ? byCommon.values().stream().map(pair -> new int[]{pair.getFirst(), pair.getLast()}).toList()
                : List.of();
    }

    /** Returns, for example, {@code ; a reaches 420, b 465 GB/s at 8 GiB}; empty if a bandwidth was not measured. */
    private String atTheLargest() {
        int last = sizes.size() - 1;
        return busbw[0][last] > 0 && busbw[1][last] > 0
                ? "; " + (last == 0 ? "" : "at " + Phrases.size(sizes.get(last)) + " ") + names.getFirst()
                        + " reaches " + Phrases.number(busbw[0][last]) + ", " + names.getLast() + " "
                        + Phrases.gbps(busbw[1][last])
                : "";
    }

    private String pair(int a, int b) {
        var both = IntStream.range(0, sizes.size()).filter(at -> costs[a][at] > 0 && costs[b][at] > 0).boxed().toList();
        var ahead = both.stream().filter(at -> lead(a, b, at) > SAME).toList();
        var behind = both.stream().filter(at -> lead(b, a, at) > SAME).toList();
        var multiple = multiple(a, b, both);
        if (multiple.isPresent()) {
            return multiple.get();
        }
        if (ahead.isEmpty() && behind.isEmpty()) {
            return names.get(a) + " and " + names.get(b) + " are the same to " + Phrases.percent(SAME) + " "
                    + over(both);
        }
        if (behind.isEmpty() || ahead.isEmpty()) {
            boolean isAhead = behind.isEmpty();
            var where = isAhead ? ahead : behind;
            int slow = isAhead ? b : a;
            int fast = isAhead ? a : b;
            return names.get(slow) + " " + worse(slow, fast, where).than(names.get(fast)) + " " + over(where)
                    + (where.size() == both.size()
                            ? ""
                            : "; at the other " + (both.size() - where.size() == 1
                                    ? "size"
                                    : counted(both.size() - where.size())) + " they are the same");
        }
        int first = ahead.getFirst() < behind.getFirst() ? a : b;
        int second = first == a ? b : a;
        var early = first == a ? ahead : behind;
        var late = first == a ? behind : ahead;
        boolean isMostOfBoth = 2 * early.size() > both.indexOf(early.getLast())
                && 2 * late.size() >= both.size() - both.indexOf(late.getFirst());
        if (early.getLast() < late.getFirst() && isMostOfBoth) {
            return names.get(first) + " is faster up to " + Phrases.size(sizes.get(early.getLast())) + " ("
                    + names.get(second) + " " + worse(second, first, early).amount() + "), " + names.get(second)
                    + " from " + Phrases.size(sizes.get(late.getFirst())) + " (" + names.get(first) + " "
                    + worse(first, second, late).amount() + ")";
        }
        return changing(a, b, ahead, behind, both);
    }

    /** Describes a bandwidth that is the same whole multiple of another at all sizes, and thus computed, not measured. */
    private Optional<String> multiple(int a, int b, List<Integer> at) {
        var factors = at.stream().mapToDouble(each -> Math.max(lead(a, b, each), lead(b, a, each)) + 1)
                .summaryStatistics();
        long whole = Math.round(factors.getAverage());
        boolean isWhole = whole >= FEWEST_TIMES && whole <= MOST_TIMES
                && factors.getMax() - whole < EXACT * whole && whole - factors.getMin() < EXACT * whole;
        // Rows without a size are different things.
        if (isTime || !isWhole || sizes.getLast() < 0) {
            return Optional.empty();
        }
        boolean isA = lead(a, b, at.getFirst()) > 0;
        return Optional.of(names.get(isA ? a : b) + " is " + whole + " times " + names.get(isA ? b : a) + " "
                + over(at) + ": " + sum(1 / costs[isA ? b : a][at.getLast()], whole));
    }

    /** Returns which of the bandwidths is that of a port: the smaller one, or the share of one device in it. */
    private static String sum(double one, long whole) {
        var port = LineRates.port(one);
        if (port.isPresent()) {
            return "a sum over " + whole + ", each at " + port.get();
        }
        return LineRates.port(one / whole)
                .map(each -> Phrases.gbps(one) + " is " + whole + " times " + each + " already")
                .orElse("a sum or a multiple over " + whole + " devices, not what each carries");
    }

    /** Describes a lead that changes more than once: first the side with the larger sum of leads, then the other. */
    private String changing(int a, int b, List<Integer> ahead, List<Integer> behind, List<Integer> both) {
        boolean isA = sumOfLeads(a, b, ahead) >= sumOfLeads(b, a, behind);
        int fast = isA ? a : b;
        int slow = isA ? b : a;
        var main = isA ? ahead : behind;
        var others = isA ? behind : ahead;
        boolean isRange = main.getLast() - main.getFirst() == main.size() - 1;
        double most = both.stream().filter(at -> !main.contains(at))
                .mapToDouble(at -> Math.max(lead(slow, fast, at), lead(fast, slow, at))).max().orElse(0);
        var said = names.get(slow) + " " + worse(slow, fast, main).than(names.get(fast)) + " "
                + (isRange ? over(main) : "at " + main.size() + " of " + counted(both.size()));
        return said + (most <= CLOSE
                ? "; at the other sizes they are within " + Phrases.percent(most)
                : "; " + names.get(fast) + " " + worse(fast, slow, others).words() + " "
                        + (others.size() == 1 ? over(others) : "at " + others.size() + " others"));
    }

    private double sumOfLeads(int fast, int slow, List<Integer> at) {
        return at.stream().mapToDouble(each -> Math.log1p(lead(fast, slow, each))).sum();
    }

    /** Returns the relative excess of the other's cost over that of {@code one}. */
    private double lead(int one, int other, int at) {
        return costs[other][at] / costs[one][at] - 1;
    }

    private Loss worse(int slow, int fast, List<Integer> at) {
        return loss(at.stream().mapToDouble(each -> costs[slow][each] / costs[fast][each]));
    }

    private DoubleStream factors(int name) {
        return IntStream.range(0, sizes.size()).filter(at -> costs[name][at] > 0)
                .mapToDouble(at -> factor(name, at));
    }

    private Loss loss(DoubleStream factors) {
        return Loss.of(factors, isTime);
    }

    private String over(List<Integer> at) {
        long from = sizes.get(at.getFirst());
        long to = sizes.get(at.getLast());
        if (to < 0) {
            return "";
        }
        return from == to ? "at " + Phrases.size(from) : "from " + Phrases.size(from) + " to " + Phrases.size(to);
    }

    private static String counted(int sizes) {
        return sizes + (sizes == 1 ? " size" : " sizes");
    }

    private String many() {
        return alike().or(this::behind).orElseGet(this::leaders);
    }

    /** Describes curves that are close together at all sizes. */
    private Optional<String> alike() {
        double most = IntStream.range(0, names.size()).boxed().flatMapToDouble(this::factors).max().orElse(1) - 1;
        return most <= CLOSE
                ? Optional.of("all " + names.size() + " are within " + Phrases.percent(most) + " of one another "
                        + over(List.of(0, sizes.size() - 1)))
                : Optional.empty();
    }

    /** Describes the only one that is far behind the others, which are close together, if there are no sizes or only one. */
    private Optional<String> behind() {
        var order = IntStream.range(0, names.size()).filter(i -> costs[i][0] > 0).boxed()
                .sorted(Comparator.comparingDouble(i -> costs[i][0])).toList();
        if (sizes.size() > 1 || order.size() < FEWEST_ALIKE) {
            return Optional.empty();
        }
        int fast = order.getFirst();
        int slow = order.getLast();
        double next = lead(fast, order.get(order.size() - 2), 0);
        return next <= CLOSE && lead(fast, slow, 0) > 2 * CLOSE
                ? Optional.of(names.get(slow) + " " + worse(slow, fast, List.of(0)).than(names.get(fast)) + " "
                        + over(List.of(0)) + "; the others are within " + Phrases.percent(next) + " of it")
                : Optional.empty();
    }

    private String leaders() {
        // A lead that is too small to count, and gone at the next size, changes no leader.
        var fastest = new ArrayList<Integer>();
        for (int at = 0; at < sizes.size(); at++) {
            int best = fastest(at);
            int last = fastest.isEmpty() ? best : fastest.getLast();
            boolean isPassing = at + 1 < sizes.size() && fastest(at + 1) == last;
            fastest.add(isPassing && costs[last][at] <= costs[best][at] * (1 + SAME) ? last : best);
        }
        var spans = new ArrayList<String>();
        for (int at = 0; at < fastest.size();) {
            int to = at;
            while (to + 1 < fastest.size() && Objects.equals(fastest.get(to + 1), fastest.get(at))) {
                to++;
            }
            spans.add(names.get(fastest.get(at)) + " " + over(List.of(at, to)));
            at = to + 1;
        }
        var leaders = fastest.stream().distinct().toList();
        var winner = fastest.getLast();
        var slower = IntStream.range(0, names.size())
                .filter(i -> leaders.size() > 1 ? !leaders.contains(i) : i != winner).boxed().toList();
        var others = slower.size() > MOST_NAMED
                ? "; the others " + loss(slower.stream().flatMapToDouble(this::factors)).plural().than("the fastest")
                        + slowest(slower)
                : slower.stream().map(i -> "; " + names.get(i) + " " + loss(factors(i)).than("the fastest"))
                        .collect(Collectors.joining());
        if (spans.size() <= 3) {
            return "fastest is " + Phrases.list(spans.subList(0, Math.min(2, spans.size())))
                    + (spans.size() == 3 ? "; then " + spans.getLast() : "") + others;
        }
        var last = "at " + Phrases.size(sizes.getLast()) + " " + names.get(winner) + " is fastest" + ahead(winner);
        return farBehind().filter(_ -> slower.isEmpty()).map(behind -> behind + "; " + last)
                .orElseGet(() -> last + "; over " + sizes.size() + " sizes the lead changes " + (spans.size() - 1)
                        + " times" + others);
    }

    /** Names the column that is farthest behind over several sizes in turn; empty if none is far behind. */
    private Optional<String> farBehind() {
        return IntStream.range(0, names.size()).boxed().flatMap(name -> stretches(name).stream()
                .map(stretch -> Map.entry(name, stretch)))
                .max(Comparator.comparingDouble(each -> each.getValue().stream()
                        .mapToDouble(at -> Math.log(factor(each.getKey(), at))).sum()))
                .map(each -> names.get(each.getKey()) + " "
                        + loss(each.getValue().stream().mapToDouble(at -> factor(each.getKey(), at)))
                                .than("the fastest")
                        + " " + over(each.getValue()));
    }

    /** Returns the stretches of sizes at which a column is far behind the fastest, each of several sizes. */
    private List<List<Integer>> stretches(int name) {
        var stretches = new ArrayList<List<Integer>>();
        for (int at = 0; at < sizes.size(); at++) {
            if (costs[name][at] > 0 && factor(name, at) > FAR_SLOWER) {
                if (stretches.isEmpty() || stretches.getLast().getLast() != at - 1) {
                    stretches.add(new ArrayList<>());
                }
                stretches.getLast().add(at);
            }
        }
        stretches.removeIf(stretch -> stretch.size() < FEWEST_ALIKE);
        return stretches;
    }

    private double factor(int name, int at) {
        return costs[name][at] / costs[fastest(at)][at];
    }

    /** Returns the name of the slowest in parentheses if it is far slower than the others, or far behind where they are close. */
    private String slowest(List<Integer> slower) {
        var most = slower.stream().collect(Collectors.toMap(Function.identity(),
                name -> factors(name).max().orElse(1)));
        double usual = Spread.median(most.values());
        return most.entrySet().stream().max(Map.Entry.comparingByValue())
                .filter(each -> each.getValue() > FAR_SLOWER * usual
                        || each.getValue() > 1 + 2 * CLOSE && each.getValue() - 1 > FAR_BEHIND * (usual - 1))
                .map(each -> " (" + names.get(each.getKey()) + " the most)").orElse("");
    }

    /** Returns the lead over the second at the largest size. */
    private String ahead(int winner) {
        int last = sizes.size() - 1;
        return IntStream.range(0, names.size()).filter(i -> i != winner && costs[i][last] > 0).boxed()
                .min(Comparator.comparingDouble(i -> costs[i][last]))
                .map(second -> " (" + names.get(second) + " " + worse(second, winner, List.of(last)).words() + ")")
                .orElse("");
    }

    private int fastest(int at) {
        return IntStream.range(0, names.size()).filter(i -> costs[i][at] > 0).boxed()
                .min((one, other) -> Double.compare(costs[one][at], costs[other][at])).orElseThrow();
    }
}
