package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.server.series.SeriesAnswer.Point;
import org.gpucomm.server.series.SeriesQuery.Question;
import org.jspecify.annotations.Nullable;

/** The numbers of one curve that is drawn: at each x, those of all its measurements. */
record Values(Drawn drawn, boolean mean, TreeMap<Long, List<Value>> at) {

    /**
     * One measurement.
     *
     * @param wrong wrong elements; NaN where the data was not checked
     */
    record Value(CurveHead head, long bytes, double y, double wrong) {

        boolean isWrong() {
            return wrong > 0;
        }
    }

    static Values of(Drawn curve, Map<CurveHead, CurvePoints> read, Question question) {
        var at = new TreeMap<Long, List<Value>>();
        for (var head : curve.heads()) {
            var points = read.get(head);
            for (int i = 0; points != null && i < points.size(); i++) {
                double y = points.value(question.metric(), i);
                long bytes = points.bytes(i);
                long x = question.x() == XAxis.size ? bytes : head.ranks();
                if (!Double.isNaN(y) && question.filter().matchesSize(bytes) && x >= 0) {
                    at.computeIfAbsent(x, added -> new ArrayList<>()).add(new Value(head, bytes, y, points.wrong(i)));
                }
            }
        }
        return new Values(curve, question.aggregate() == Aggregate.mean, at);
    }

    boolean isEmpty() {
        return at.isEmpty();
    }

    Stream<Value> all() {
        return at.values().stream().flatMap(List::stream);
    }

    /** Those with right data, where there are any. */
    static List<Value> usable(List<Value> values) {
        var right = new ArrayList<Value>(values.size());
        for (var value : values) {
            if (!value.isWrong()) {
                right.add(value);
            }
        }
        return right.isEmpty() ? values : right;
    }

    /** A curve for each message size. */
    List<Values> bySize() {
        var sizes = new TreeMap<Long, TreeMap<Long, List<Value>>>();
        at.forEach((x, values) -> values.forEach(value -> sizes.computeIfAbsent(value.bytes(), added -> new TreeMap<>())
                .computeIfAbsent(x, added -> new ArrayList<>()).add(value)));
        var curves = new ArrayList<Values>();
        sizes.forEach((bytes, ofSize) -> curves.add(new Values(
                new Drawn(ofSize.values().stream().flatMap(List::stream).map(Value::head).distinct().toList(), bytes,
                        0),
                mean, ofSize)));
        return curves;
    }

    /** A curve for each group of runs that agree; this one where all do. */
    List<Values> agreeing() {
        if (drawn.runNumbers().size() < 2) {
            return List.of(this);
        }
        var byRun = new LinkedHashMap<Long, Map<Long, Double>>();
        at.forEach((x, values) -> {
            var ofX = new LinkedHashMap<Long, List<Value>>();
            for (var value : values) {
                if (value.y() > 0) {
                    ofX.computeIfAbsent(value.head().run(), added -> new ArrayList<>(1)).add(value);
                }
            }
            ofX.forEach((run, ofRun) -> byRun.computeIfAbsent(run, added -> new HashMap<>()).put(x, median(ofRun)));
        });
        var groups = Agreement.groups(byRun);
        if (groups.size() < 2) {
            return List.of(this);
        }
        var curves = new ArrayList<Values>();
        for (int i = 0; i < groups.size(); i++) {
            var runs = groups.get(i);
            var ofGroup = new TreeMap<Long, List<Value>>();
            at.forEach((x, values) -> {
                var some = values.stream().filter(value -> runs.contains(value.head().run())).toList();
                if (!some.isEmpty()) {
                    ofGroup.put(x, some);
                }
            });
            curves.add(new Values(
                    drawn.of(drawn.heads().stream().filter(head -> runs.contains(head.run())).toList(), i + 1), mean,
                    ofGroup));
        }
        return curves;
    }

    /** @param runs ids of the curve's runs, in their order */
    List<Point> points(List<String> runs) {
        return at.entrySet().stream().map(each -> point(each.getKey(), each.getValue(), runs)).toList();
    }

    private Point point(long x, List<Value> values, List<String> runs) {
        var usable = usable(values);
        var spread = Spread.of(numbers(usable));
        return new Point(x, mean ? meanOverSizes(usable) : spread.median(), spread.n(), spread.min(), spread.low(),
                spread.high(), spread.max(), wrong(usable), behind(values, runs),
                values.stream().map(value -> Checks.of(value.wrong())).reduce(Checks.NONE, Checks::and));
    }

    /** Each message size counts once, however often it was measured. */
    private static double meanOverSizes(List<Value> values) {
        var bySize = new TreeMap<Long, List<Value>>();
        values.forEach(value -> bySize.computeIfAbsent(value.bytes(), added -> new ArrayList<>()).add(value));
        return bySize.values().stream().mapToDouble(Values::median).sum() / bySize.size();
    }

    private static double median(List<Value> values) {
        return Spread.median(numbers(usable(values)));
    }

    private static double[] numbers(List<Value> values) {
        var numbers = new double[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = values.get(i).y();
        }
        return numbers;
    }

    private static @Nullable Double wrong(List<Value> values) {
        double wrong = values.stream().mapToDouble(Value::wrong).sum();
        return Double.isNaN(wrong) ? null : wrong;
    }

    private static @Nullable List<Integer> behind(List<Value> values, List<String> runs) {
        var behind = values.stream().map(value -> value.head().runId()).collect(Collectors.toSet());
        if (behind.size() == runs.size()) {
            return null;
        }
        var positions = new ArrayList<Integer>();
        for (int i = 0; i < runs.size(); i++) {
            if (behind.contains(runs.get(i))) {
                positions.add(i);
            }
        }
        return positions;
    }
}
