package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series;

/**
 * Sentences of a spec, with numbers filled in from the points drawn, so that the sentences match the data. A number is written in braces:
 * <code>{ratio; Host; Device}</code>. Series have their names in the panel; {@code *} means all series.
 */
record FigureWords(YamlMap section, String key, List<Series> series, XSpec x) {

    private static final String ALL = "*";
    private static final String NOTHING = "–";
    private static final int DIGITS = 3;

    String fill(String template) {
        var text = new StringBuilder();
        int from = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', from)) {
            int close = template.indexOf('}', open);
            if (close < 0) {
                throw section.error(key, "opens a '{' that is not closed");
            }
            text.append(template, from, open).append(number(template.substring(open + 1, close)));
            from = close + 1;
        }
        return text.append(template.substring(from)).toString();
    }

    private String number(String call) {
        var parts = call.split(";");
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].strip();
        }
        return switch (parts[0]) {
            case "rows" -> rows(args(parts, 1));
            case "value" -> value(args(parts, 2));
            case "ratio" -> ratio(args(parts, 2));
            case "below" -> below(args(parts, 3));
            case "change" -> change(args(parts, 3));
            case "spread" -> spread(args(parts, 3));
            case "crossing" -> crossing(args(parts, 2));
            case "lowest" -> leaders(Comparator.comparing(NamedValue::y));
            case "highest" -> leaders(Comparator.comparing(NamedValue::y).reversed());
            default -> throw section.error(key, "'{" + call + "}' is no number to fill in; there are "
                    + "{rows; SERIES}, {value; SERIES; X}, {ratio; SERIES; SERIES}, {below; SERIES; SERIES; X}, {change; SERIES; X; X}, "
                    + "{spread; SERIES; X; X}, {crossing; SERIES; SERIES}, {lowest}, {highest}");
        };
    }

    private String[] args(String[] parts, int count) {
        if (parts.length != count + 1) {
            throw section.error(key, "{" + parts[0] + "} takes " + count + " arguments, each after a ';', has "
                    + (parts.length - 1));
        }
        return parts;
    }

    /** Returns how many rows a point summarizes, for example {@code 7} or {@code 7–9}. */
    private String rows(String[] args) {
        var counts = points(args[1]).stream().map(point -> (double) point.rows()).toList();
        return range(counts, 1);
    }

    /** Returns the value at one x, or the range over all x for {@code *}. */
    private String value(String[] args) {
        if (args[2].equals(ALL)) {
            return range(points(args[1]).stream().map(Point::y).toList(), DIGITS);
        }
        double at = x.read(section, key, args[2]);
        return range(points(args[1]).stream().filter(point -> point.x() == at).map(Point::y).toList(), DIGITS);
    }

    /** Returns the first series divided by the second, wherever both have a point. */
    private String ratio(String[] args) {
        return range(both(args[1], args[2], (a, b) -> a / b), DIGITS);
    }

    /** Returns how far the first series is below the second at one x, in percent of the second. */
    private String below(String[] args) {
        double at = x.read(section, key, args[3]);
        var losses = new ArrayList<Double>();
        points(args[1]).stream().filter(p -> p.x() == at).forEach(p -> points(args[2]).stream()
                .filter(q -> q.x() == at).forEach(q -> losses.add((1 - p.y() / q.y()) * 100)));
        return range(losses, DIGITS);
    }

    /** Returns the change from one x to another, in percent. */
    private String change(String[] args) {
        double from = x.read(section, key, args[2]);
        double to = x.read(section, key, args[3]);
        var changes = new ArrayList<Double>();
        for (var one : named(args[1])) {
            var points = one.points();
            points.stream().filter(p -> p.x() == from).forEach(p -> points.stream().filter(q -> q.x() == to)
                    .forEach(q -> changes.add((q.y() / p.y() - 1) * 100)));
        }
        return range(changes, 2);
    }

    /** Returns the largest difference between the series at any x of an interval, in percent of the smaller value. */
    private String spread(String[] args) {
        double from = x.read(section, key, args[2]);
        double to = x.read(section, key, args[3]);
        var byX = points(args[1]).stream().filter(p -> p.x() >= from && p.x() <= to)
                .collect(Collectors.groupingBy(Point::x, Collectors.summarizingDouble(Point::y)));
        return byX.values().stream().map(s -> (s.getMax() / s.getMin() - 1) * 100).max(Double::compare)
                .map(percent -> Numbers.significant(percent, 2)).orElse(NOTHING);
    }

    /** Returns the two neighbouring x between which the first series falls below the second. */
    private String crossing(String[] args) {
        var lead = both(args[1], args[2], (a, b) -> a - b);
        var xs = named(args[1]).getFirst().points().stream().map(Point::x).toList();
        for (int i = 1; i < lead.size(); i++) {
            if (lead.get(i - 1) > 0 && lead.get(i) <= 0) {
                return x.shown(xs.get(i - 1)) + " and " + x.shown(xs.get(i));
            }
        }
        return NOTHING;
    }

    /** Returns the leading series along x, one line per stretch: {@code A up to 4 KiB}. */
    private String leaders(Comparator<NamedValue> order) {
        var first = new TreeMap<Double, NamedValue>();
        for (var one : series) {
            for (var point : one.points()) {
                first.merge(point.x(), new NamedValue(one.name(), point.y()), BinaryOperator.minBy(order));
            }
        }
        var stretches = new ArrayList<String>();
        first.forEach((at, place) -> {
            var next = first.higherEntry(at);
            if (next == null || !next.getValue().series().equals(place.series())) {
                stretches.add(place.series() + " up to " + x.shown(at));
            }
        });
        return stretches.isEmpty() ? NOTHING : String.join("\n", stretches);
    }

    /** Value of a series at some x. */
    private record NamedValue(String series, double y) {}

    private List<Double> both(String first, String second, ToDoubleBiFunction<Double, Double> operation) {
        var results = new ArrayList<Double>();
        var others = points(second);
        for (var point : points(first)) {
            others.stream().filter(other -> other.x() == point.x())
                    .forEach(other -> results.add(operation.applyAsDouble(point.y(), other.y())));
        }
        return results;
    }

    private List<Point> points(String name) {
        return named(name).stream().flatMap(one -> one.points().stream()).toList();
    }

    private List<Series> named(String name) {
        var found = name.equals(ALL) ? series : series.stream().filter(one -> one.name().equals(name)).toList();
        if (found.isEmpty() && !series.isEmpty()) {
            throw section.error(key, "names the series '" + name + "', but the panel has "
                    + series.stream().map(Series::name).collect(Collectors.joining(", ")));
        }
        return found;
    }

    private static String range(List<Double> values, int digits) {
        if (values.isEmpty()) {
            return NOTHING;
        }
        var low = shown(values.stream().min(Double::compare).orElseThrow(), digits);
        var high = shown(values.stream().max(Double::compare).orElseThrow(), digits);
        if (low.equals(high)) {
            return low;
        }
        return low.startsWith("−") ? high + " to " + low : low + "–" + high;
    }

    private static String shown(double value, int digits) {
        return Numbers.significant(value, digits).replace('-', '−');
    }
}
