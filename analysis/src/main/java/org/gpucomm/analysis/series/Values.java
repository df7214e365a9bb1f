package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.Agreement.RunValues;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.series.SeriesAnswer.Point;
import org.jspecify.annotations.Nullable;

/** Values of the measurements of one drawn curve, by x. */
record Values(MergedCurve curve, boolean mean, TreeMap<Long, List<Value>> at) {

    /** Value of one measurement. @param wrong number of wrong elements; NaN if the data was not checked */
    record Value(CurveHead head, long bytes, double y, double wrong) {

        boolean isWrong() {
            return wrong > 0;
        }
    }

    /** @param read points of the selected sizes */
    static Values of(MergedCurve curve, Map<CurveHead, CurvePoints> read, SeriesQuestion question) {
        var at = new TreeMap<Long, List<Value>>();
        for (var head : curve.heads()) {
            var points = read.get(head);
            for (int i = 0; points != null && i < points.size(); i++) {
                double y = points.value(question.metric(), i);
                long bytes = points.bytes(i);
                long x = question.x() == XAxis.size ? bytes : head.ranks();
                if (!Double.isNaN(y) && x >= 0) {
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

    /** Returns the values with right data, or all if none is right. */
    private static List<Value> usable(List<Value> values) {
        if (values.stream().noneMatch(Value::isWrong)) {
            return values;
        }
        var right = values.stream().filter(value -> !value.isWrong()).toList();
        return right.isEmpty() ? values : right;
    }

    /** Splits the curve by message size. */
    List<Values> bySize() {
        var sizes = new TreeMap<Long, TreeMap<Long, List<Value>>>();
        at.forEach((x, values) -> values.forEach(value -> sizes.computeIfAbsent(value.bytes(), added -> new TreeMap<>())
                .computeIfAbsent(x, added -> new ArrayList<>()).add(value)));
        var curves = new ArrayList<Values>();
        sizes.forEach((bytes, ofSize) -> curves.add(new Values(
                new MergedCurve(ofSize.values().stream().flatMap(List::stream).map(Value::head).distinct().toList(),
                        bytes,
                        0),
                mean, ofSize)));
        return curves;
    }

    /** Splits the curve into groups of runs that agree; returns only this curve if all agree. */
    List<Values> agreeing() {
        var runs = runs();
        if (runs.length < 2) {
            return List.of(this);
        }
        var ofRuns = runValues(runs);
        var measured = IntStream.range(0, runs.length).filter(run -> ofRuns.get(run).at().length > 0).boxed().toList();
        var groups = Agreement.groups(measured.stream().map(run -> runs[run]).toList(),
                measured.stream().map(ofRuns::get).toList(), at.size());
        if (groups.size() < 2) {
            return List.of(this);
        }
        var curves = new ArrayList<Values>();
        for (int i = 0; i < groups.size(); i++) {
            var alike = Set.copyOf(groups.get(i));
            var ofGroup = new TreeMap<Long, List<Value>>();
            at.forEach((x, values) -> {
                var some = values.stream().filter(value -> alike.contains(value.head().run())).toList();
                if (!some.isEmpty()) {
                    ofGroup.put(x, some);
                }
            });
            curves.add(new Values(
                    curve.of(curve.heads().stream().filter(head -> alike.contains(head.run())).toList(), i + 1), mean,
                    ofGroup));
        }
        return curves;
    }

    /** Returns the ids of its runs in the order of its heads, which is also the order of the values at each x. */
    private long[] runs() {
        return curve.heads().stream().mapToLong(CurveHead::run).distinct().toArray();
    }

    /** Returns the median of each run's positive values at each x, if it has any. */
    private List<RunValues> runValues(long[] runs) {
        var places = Stream.generate(IntStream::builder).limit(runs.length).toList();
        var medians = Stream.generate(DoubleStream::builder).limit(runs.length).toList();
        int x = 0;
        for (var values : at.values()) {
            int next = 0;
            for (int run = 0; run < runs.length && next < values.size(); run++) {
                int from = next;
                while (next < values.size() && values.get(next).head().run() == runs[run]) {
                    next++;
                }
                double median = next == from ? Double.NaN : median(values, from, next);
                if (!Double.isNaN(median)) {
                    places.get(run).add(x);
                    medians.get(run).add(median);
                }
            }
            x++;
        }
        return IntStream.range(0, runs.length)
                .mapToObj(run -> new RunValues(places.get(run).build().toArray(), medians.get(run).build().toArray()))
                .toList();
    }

    private static double median(List<Value> values, int from, int to) {
        if (to - from == 1) {
            double only = values.get(from).y();
            return only > 0 ? only : Double.NaN;
        }
        var positive = values.subList(from, to).stream().filter(value -> value.y() > 0).toList();
        return positive.isEmpty() ? Double.NaN : median(positive);
    }

    /** Returns the points in ascending order of x. They identify runs by their indexes in {@link MergedCurve#runs()}. */
    List<Point> points() {
        var runs = runs();
        return at.entrySet().stream().map(each -> point(each.getKey(), each.getValue(), runs)).toList();
    }

    private Point point(long x, List<Value> values, long[] runs) {
        var data = checks(values);
        var usable = data.wrong() == 0 ? values : usable(values);
        var spread = Spread.of(numbers(usable));
        return new Point(x, mean ? meanOverSizes(usable) : spread.median(), spread.n(), spread.min(), spread.low(),
                spread.high(), spread.max(), wrong(usable, data), behind(values, runs), data);
    }

    /** Returns the mean of the medians at each message size, so that each size counts once. */
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

    /** @param data checks of all measurements at this x; if one is right, the wrong ones are not usable */
    private static @Nullable Double wrong(List<Value> usable, Checks data) {
        if (data.unchecked() > 0) {
            return null;
        }
        return data.right() > 0 ? 0.0 : usable.stream().mapToDouble(Value::wrong).sum();
    }

    private static Checks checks(List<Value> values) {
        int right = 0;
        int unchecked = 0;
        int wrong = 0;
        for (var value : values) {
            if (Double.isNaN(value.wrong())) {
                unchecked++;
            } else if (value.isWrong()) {
                wrong++;
            } else {
                right++;
            }
        }
        return new Checks(right, unchecked, wrong);
    }

    private static @Nullable List<Integer> behind(List<Value> values, long[] runs) {
        var positions = new ArrayList<Integer>();
        int next = 0;
        for (int run = 0; run < runs.length; run++) {
            if (next < values.size() && values.get(next).head().run() == runs[run]) {
                positions.add(run);
            }
            while (next < values.size() && values.get(next).head().run() == runs[run]) {
                next++;
            }
        }
        return positions.size() == runs.length ? null : positions;
    }
}
