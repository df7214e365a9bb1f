package org.gpucomm.server.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.gpucomm.analysis.history.History;
import org.gpucomm.analysis.history.TimedRun;
import org.gpucomm.analysis.history.Trend;
import org.gpucomm.results.Bytes;
import org.gpucomm.server.history.Histories.Past;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewName;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.analysis.series.RunFlag;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;

/** View of the runs of one history in order of time, with its changes, as on the page History. */
final class HistoryView {

    private final Past past;
    private final History history;
    private final HistoryController.@Nullable Base base;
    private final Map<String, List<RunFlag>> flags;

    private HistoryView(Past past, HistoryController.@Nullable Base base, Map<String, List<RunFlag>> flags) {
        this.past = past;
        this.history = past.history();
        this.base = base;
        this.flags = flags;
    }

    /**
     * @param size  message size in bytes; null = the geometric mean over all compared sizes, relative to the first run
     * @param base  baseline whose mean replaces the first run as the reference; null = the first run
     * @param flags flags by run id
     */
    static View of(Past past, @Nullable Long size, HistoryController.@Nullable Base base,
            Map<String, List<RunFlag>> flags, String address) {
        if (size != null && !past.history().sizes().contains(size)) {
            throw new BadParameter("size must be one that all of its runs have, was " + size);
        }
        return new HistoryView(past, base, flags).view(size, address);
    }

    private View view(@Nullable Long size, String address) {
        var what = new ArrayList<>(circumstances());
        what.add(size == null
                ? "geometric mean over " + history.sizes().size() + " sizes that all runs have"
                : "each point one run");
        if (size == null) {
            what.add("above 1 is slower");
        }
        var points = points(size);
        double first = points.isEmpty() ? 0 : points.getFirst().y();
        return new View(ViewName.of(Stream.concat(Stream.of("history"), circumstances().stream()).toList()),
                size == null ? "Time over that of " + against() : "Time at " + bytes(size),
                String.join(" · ", what), new View.Axis("run", "Run, in order of time", Unit.RUNS, Scale.LINEAR, null),
                size == null
                        ? new View.Axis("time_over_first", base == null ? "Time / first" : "Time / baseline", Unit.NONE,
                                Scale.LINEAR, 1.0)
                        : new View.Axis("time", "Time", Unit.MICROSECONDS, Scale.LINEAR, first),
                points.isEmpty() ? List.of() : List.of(curve(points)), marks(), notes(size), address);
    }

    private View.Curve curve(List<View.Point> points) {
        var runs = history.runs().stream().map(TimedRun::run).toList();
        var flagged = runs.stream().map(flags::get).filter(Objects::nonNull).toList();
        return new View.Curve("runs", "each run", Map.of(), false, runs, FlagWarnings.ofCurve(runs.size(), flagged),
                points, CurveKind.MEASURED);
    }

    private List<View.Point> points(@Nullable Long size) {
        var points = new ArrayList<View.Point>();
        for (int i = 0; i < history.runs().size(); i++) {
            var run = history.runs().get(i);
            double y = size == null ? mean(run) / reference() : run.times().get(size);
            var data = data(run, size == null ? history.sizes() : List.of(size));
            points.add(new View.Point(i + 1.0, y, data.right() + data.unchecked(), Double.NaN, Double.NaN, data));
        }
        return points;
    }

    private String against() {
        return base == null ? "the first run" : "baseline " + base.name();
    }

    /** Returns the time to divide by: a geometric mean over runs and sizes. */
    private double reference() {
        if (base == null) {
            return mean(history.runs().getFirst());
        }
        return Math.exp(history.runs().stream().filter(run -> base.runs().contains(run.run()))
                .mapToDouble(run -> Math.log(mean(run))).average().orElseThrow());
    }

    /** Returns the geometric mean of the times of a run over the sizes. */
    private double mean(TimedRun run) {
        return Math.exp(history.sizes().stream().mapToDouble(size -> Math.log(run.times().get(size))).average()
                .orElse(0));
    }

    private Checks data(TimedRun run, List<Long> sizes) {
        var bySize = past.data().getOrDefault(run.run(), Map.of());
        return sizes.stream().map(size -> bySize.getOrDefault(size, Checks.NONE)).reduce(Checks.NONE, Checks::and);
    }

    private List<View.Mark> marks() {
        var runs = history.runs().stream().map(TimedRun::run).toList();
        var marks = new ArrayList<View.Mark>();
        for (int i = 0; i < history.changes().size(); i++) {
            var change = history.changes().get(i);
            marks.add(new View.Mark(true, runs.indexOf(change.before()) + 1.0, runs.indexOf(change.after()) + 1.0,
                    "change " + (i + 1)));
        }
        return marks;
    }

    private List<String> notes(@Nullable Long size) {
        var notes = new ArrayList<String>();
        int missing = history.missing();
        if (missing > 0) {
            notes.add(missing + (missing == 1 ? " more run is" : " more runs are")
                    + " missing until a change could be shown");
        }
        @Nullable
        Trend trend = history.trend();
        var runs = history.runs().stream().map(TimedRun::run).toList();
        if (trend != null) {
            notes.add("gradually " + changed(trend.effect()) + " from the first run to the last");
        } else if (!history.changes().isEmpty()) {
            var last = history.changes().getLast();
            int changes = history.changes().size();
            notes.add(changes + (changes == 1 ? " change in " : " changes in ") + runs.size() + " runs: "
                    + (changes == 1 ? "" : "the last ") + changed(last.effect()) + " from run "
                    + (runs.indexOf(last.after()) + 1) + " on");
        } else if (missing == 0) {
            notes.add("no change in " + runs.size() + " runs");
        }
        int out = history.leftOut().size();
        if (out > 0) {
            notes.add(out + (out == 1 ? " run lacks" : " runs lack") + " the sizes that most runs have and "
                    + (out == 1 ? "is" : "are") + " left out");
        }
        int wrong = history.runs().stream()
                .mapToInt(run -> data(run, size == null ? history.sizes() : List.of(size)).wrong()).sum();
        if (wrong > 0) {
            notes.add(Checks.leftOut(wrong));
        }
        return notes;
    }

    /** Returns an effect as text, for example {@code 9.0 % slower}. */
    static String changed(double effect) {
        return String.format(Locale.ROOT, "%.1f %% %s", 100 * Math.expm1(Math.abs(Math.log1p(effect))),
                effect > 0 ? "slower" : "faster");
    }

    /** Returns the known circumstances of the measurements, one text each. */
    private List<String> circumstances() {
        var series = past.series();
        var identity = series.identity();
        var gpus = identity.ranks() + (identity.ranks() == 1 ? " GPU" : " GPUs");
        var nodes = identity.nodes() == 0
                ? ""
                : " on " + identity.nodes() + (identity.nodes() == 1 ? " node" : " nodes");
        return Stream.of(series.withLibrary(), gpus + nodes, identity.hardware(),
                series.place().title(), identity.datatype(), identity.transport(), identity.timing(),
                identity.settings().replace(";", " · "), identity.environment().replace(";", " · "))
                .filter(part -> !part.isEmpty()).toList();
    }

    private static String bytes(long size) {
        return size < 0 ? "no size" : new Bytes(size).toString();
    }
}
