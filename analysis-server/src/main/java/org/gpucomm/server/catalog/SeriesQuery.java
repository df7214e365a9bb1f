package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.server.catalog.Grid.Cell;
import org.gpucomm.server.catalog.SeriesAnswer.Axis;
import org.gpucomm.server.catalog.SeriesAnswer.Curve;
import org.gpucomm.server.catalog.SeriesAnswer.FlaggedRun;
import org.gpucomm.server.catalog.SeriesAnswer.Point;
import org.gpucomm.server.web.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Makes curves of chosen measurements. The grid says which curves there are; only their measurements are read. */
@Component
class SeriesQuery {

    static final int MAX_SERIES = 200;
    private static final int MAX_RUNS = 5000;
    private static final List<Dimension> NARROWING = List.of(Dimension.operation, Dimension.tool, Dimension.library);

    private final JdbcClient jdbc;
    private final Grid grid;
    private final Runs allRuns;

    SeriesQuery(JdbcClient jdbc, Grid grid, Runs allRuns) {
        this.jdbc = jdbc;
        this.grid = grid;
        this.allRuns = allRuns;
    }

    SeriesAnswer answer(XAxis x, Metric metric, Aggregate aggregate, Selection selection) {
        check(x, aggregate, selection);
        var chosen = grid.cells(selection.runIds()).stream().filter(cell -> selection.matches(cell.place())).toList();
        var shown = chosen.stream().filter(cell -> cell.points(metric) > 0 && x.has(cell.place())).toList();
        var curves = shown.stream().map(cell -> CurveKey.of(cell.place(), x, aggregate)).distinct()
                .sorted(CurveKey.ORDER).toList();
        var kept = curves.size() > MAX_SERIES ? curves.subList(0, MAX_SERIES) : curves;
        var samples = samples(kept, places(shown), metric, x, aggregate, selection);
        var runs = runs(kept, x, aggregate, metric, selection);
        var flags = flags(runs);
        var warnings = new Warnings(x, metric, aggregate, chosen, samples, flags, curves.size() - kept.size());
        return new SeriesAnswer(new Axis(x.name(), x.label(), x.unit()),
                new Axis(metric.name(), metric.label(), metric.unit()), warnings.aggregation(), warnings.sentences(),
                curves(samples, runs, flags, x), curves.size() > kept.size());
    }

    private static void check(XAxis x, Aggregate aggregate, Selection selection) {
        if (selection.runIds().isEmpty() && NARROWING.stream().noneMatch(selection::restricts)) {
            throw new BadParameter(
                    "choose a run, an operation, a tool or a library, such as operation=all_reduce: curves "
                            + "of everything that was ever measured do not compare; /api/v1/facets lists what there is");
        }
        if (aggregate == Aggregate.mean && x == XAxis.size) {
            throw new BadParameter("aggregate=mean is a mean over message sizes and goes with x=gpus; x was size");
        }
    }

    private static Map<Long, SeriesRow> places(List<Cell> cells) {
        return cells.stream().map(cell -> cell.place().series())
                .collect(Collectors.toMap(SeriesRow::id, series -> series, (one, same) -> one));
    }

    private Map<CurveKey, List<Sample>> samples(List<CurveKey> kept, Map<Long, SeriesRow> series, Metric metric,
            XAxis x, Aggregate aggregate, Selection selection) {
        var samples = new LinkedHashMap<CurveKey, List<Sample>>();
        kept.forEach(key -> samples.put(key, new ArrayList<>()));
        if (kept.isEmpty()) {
            return samples;
        }
        var arguments = new ArrayList<Object>();
        var from = from(kept, metric, selection, arguments);
        jdbc.sql("select " + Sample.COLUMNS.formatted(metric.column()) + from
                + " group by m.series_id, m.ranks, m.nodes, m.message_bytes"
                + " order by m.series_id, m.ranks, m.message_bytes, m.nodes").params(arguments).query(Sample::of).list()
                .forEach(sample -> {
                    var place = new Place(series.get(sample.series()), sample.ranks(), sample.nodes(), sample.bytes());
                    var ofCurve = samples.get(CurveKey.of(place, x, aggregate));
                    if (ofCurve != null && x.has(place)) {
                        ofCurve.add(sample);
                    }
                });
        return samples;
    }

    /** The runs of each curve: by id, with their number in the table. */
    private Map<CurveKey, Map<String, Long>> runs(List<CurveKey> kept, XAxis x, Aggregate aggregate, Metric metric,
            Selection selection) {
        var runs = new LinkedHashMap<CurveKey, Map<String, Long>>();
        if (kept.isEmpty()) {
            return runs;
        }
        var series = kept.stream().map(CurveKey::series)
                .collect(Collectors.toMap(SeriesRow::id, each -> each, (one, same) -> one));
        var arguments = new ArrayList<Object>();
        var from = from(kept, metric, selection, arguments);
        jdbc.sql("select distinct m.series_id, m.ranks, m.nodes, m.message_bytes, r.stored_at, r.upload_id, r.section,"
                + " r.id"
                + from + " order by r.stored_at desc, r.upload_id, r.section limit " + MAX_RUNS).params(arguments)
                .query((row, number) -> {
                    var place = new Place(series.get(row.getLong(1)), row.getInt(2), row.getInt(3), row.getLong(4));
                    var id = new RunId(row.getString("upload_id"), row.getInt("section")).toString();
                    return runs.computeIfAbsent(CurveKey.of(place, x, aggregate), key -> new LinkedHashMap<>())
                            .put(id, row.getLong("id")) == null;
                }).list();
        return runs;
    }

    /** What is wrong with them, by id. */
    private Map<String, List<RunFlag>> flags(Map<CurveKey, Map<String, Long>> runs) {
        var numbers = new TreeMap<String, Long>();
        runs.values().forEach(numbers::putAll);
        var byNumber = allRuns.flags(numbers.values());
        var flags = new TreeMap<String, List<RunFlag>>();
        numbers.forEach((id, number) -> {
            if (byNumber.containsKey(number)) {
                flags.put(id, byNumber.get(number).stream().sorted(RunFlag.ORDER).toList());
            }
        });
        return flags;
    }

    private static String from(List<CurveKey> kept, Metric metric, Selection selection, List<Object> arguments) {
        var series = new TreeSet<Long>();
        kept.forEach(key -> series.add(key.series().id()));
        return " from measurement m join run r on r.id = m.run_id where r.state = 'ready' and m." + metric.column()
                + " is not null" + Selection.in("m.series_id", series, arguments)
                + restricted(selection, Dimension.ranks, arguments) + restricted(selection, Dimension.bytes, arguments)
                + ofRuns(selection.runIds(), arguments);
    }

    private static String restricted(Selection selection, Dimension dimension, List<Object> arguments) {
        var values = selection.values().get(dimension);
        return values == null ? "" : Selection.in("m." + dimension.column(), values, arguments);
    }

    private static String ofRuns(Collection<String> ids, List<Object> arguments) {
        if (ids.isEmpty()) {
            return "";
        }
        var runs = RunId.parse(ids);
        runs.forEach(run -> {
            arguments.add(run.upload());
            arguments.add(run.section());
        });
        return " and m.run_id in (select id from run where "
                + "(upload_id = ? and section = ?) or ".repeat(runs.size() - 1) + "(upload_id = ? and section = ?))";
    }

    private static List<Curve> curves(Map<CurveKey, List<Sample>> samples, Map<CurveKey, Map<String, Long>> runs,
            Map<String, List<RunFlag>> flags, XAxis x) {
        var labels = Labels.of(List.copyOf(samples.keySet()));
        var curves = new ArrayList<Curve>();
        samples.forEach((key, ofCurve) -> {
            var ids = List.copyOf(runs.getOrDefault(key, Map.of()).keySet());
            var flagged = ids.stream().filter(flags::containsKey)
                    .map(id -> new FlaggedRun(id, flags.getOrDefault(id, List.of()))).toList();
            curves.add(new Curve(key.id(), String.valueOf(labels.get(key)), key.fields(), ids, flagged,
                    points(ofCurve, x)));
        });
        return curves;
    }

    private static List<Point> points(List<Sample> samples, XAxis x) {
        var byX = new TreeMap<Long, List<Sample>>();
        for (var sample : samples) {
            byX.computeIfAbsent(x == XAxis.size ? sample.bytes() : sample.ranks(), each -> new ArrayList<>())
                    .add(sample);
        }
        return byX.entrySet().stream().map(at -> point(at.getKey(), at.getValue())).toList();
    }

    /** Each message size counts once, however often it was measured. */
    private static Point point(long x, List<Sample> samples) {
        var bySize = samples.stream().collect(Collectors.groupingBy(Sample::bytes, TreeMap::new, Collectors.toList()));
        double sum = 0;
        for (var ofSize : bySize.values()) {
            long n = ofSize.stream().mapToLong(Sample::n).sum();
            sum += ofSize.stream().mapToDouble(sample -> sample.mean() * sample.n()).sum() / n;
        }
        return new Point(x, samples.size() == 1 ? samples.getFirst().mean() : sum / bySize.size(),
                samples.stream().mapToLong(Sample::n).sum(),
                samples.stream().mapToDouble(Sample::min).min().orElseThrow(),
                samples.stream().mapToDouble(Sample::max).max().orElseThrow(), wrong(samples));
    }

    private static @Nullable Double wrong(List<Sample> samples) {
        Double total = null;
        for (var sample : samples) {
            if (sample.wrong() != null) {
                total = (total == null ? 0 : total) + sample.wrong();
            }
        }
        return total;
    }
}
