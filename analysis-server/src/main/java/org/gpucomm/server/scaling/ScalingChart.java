package org.gpucomm.server.scaling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.scaling.Forecast;
import org.gpucomm.analysis.scaling.GpuCounts;
import org.gpucomm.analysis.scaling.GpuCounts.Count;
import org.gpucomm.analysis.scaling.ScalingCurves.Along;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.scaling.ScalingView.Fixed;
import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Chart of the page Scaling. */
@Component
class ScalingChart implements PageChart {

    private final StoredScaling curves;
    private final StoredRuns runs;
    private final Sequence sequence;

    ScalingChart(StoredScaling curves, StoredRuns runs, Sequence sequence) {
        this.curves = curves;
        this.runs = runs;
        this.sequence = sequence;
    }

    @Override
    public String page() {
        return "/scaling";
    }

    @Override
    public View of(ViewParameters given) {
        return view(given.one("metric", ScalingMetric.class), given.one("fixed", Fixed.class, Fixed.message),
                given.one("forecast", Boolean.class, false), given.texts("stack"), given.texts("upload"), given);
    }

    View view(@Nullable ScalingMetric metric, Fixed fixed, boolean forecast, List<String> stack, List<String> upload,
            ViewParameters given) {
        var chosen = chosen(upload,
                Filter.withDays(given.shown(), Set.of("forecast", "upload", "metric", "fixed", "stack")));
        var data = sequence.snapshot(chosen.until(), () -> 0);
        var found = curves.of(chosen);
        var asked = found.curves().stream()
                .filter(curve -> stack.isEmpty() || stack.contains(curve.subject().hash())).toList();
        var shown = asked.stream().limit(ScalingController.MOST).toList();
        var notes = new ArrayList<>(found.apart());
        if (asked.size() > shown.size()) {
            notes.add(asked.size() - shown.size() + " more curves match and are not shown");
        }
        return ScalingView.of(shown, forecast && fixed == Fixed.message ? forecasts(shown) : Map.of(),
                curves.flags(found), metric, fixed, notes,
                ViewResponses.address(given.query(), page(), data.until()));
    }

    Filter chosen(List<String> uploads, Filter filter) {
        var named = new LinkedHashSet<>(filter.runIds());
        runs.named(uploads).stream().map(StoredRun::id).forEach(named::add);
        var chosen = filter.withRuns(named);
        if (chosen.isOpen()) {
            throw new BadParameter("say what to look at: run, upload, or a filter such as tool or operation");
        }
        return chosen;
    }

    /** Key of curves that are forecast together, since neighbouring message sizes behave alike: stack and layouts on nodes. */
    private record ScaledSubject(SeriesKey subject, List<Layout> layouts) {}

    /** Returns a forecast for each curve, from all curves of its stack and layouts together. */
    static Map<Along, Forecast> forecasts(List<Along> curves) {
        var families = curves.stream().collect(Collectors.groupingBy(
                curve -> new ScaledSubject(curve.subject(), curve.layouts()), LinkedHashMap::new, Collectors.toList()));
        var forecasts = new HashMap<Along, Forecast>();
        families.forEach((family, members) -> {
            var told = Forecast.of(members.stream().map(ScalingChart::counts).toList(),
                    family.subject().operation()::busFactor);
            for (int i = 0; i < told.size(); i++) {
                forecasts.put(members.get(i), told.get(i));
            }
        });
        return forecasts;
    }

    private static GpuCounts counts(Along curve) {
        return new GpuCounts(curve.bytes(), curve.points().stream()
                .map(point -> new Count(point.layout().ranks(), point.layout().nodes(), point.time().median()))
                .toList());
    }
}
