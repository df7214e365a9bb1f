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
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.scaling.Forecast;
import org.gpucomm.analysis.scaling.GpuCounts.Count;
import org.gpucomm.analysis.scaling.GpuCounts;
import org.gpucomm.analysis.scaling.ScalingCurves;
import org.gpucomm.analysis.scaling.ScalingCurves.Along;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.scaling.ScalingView.Fixed;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for curves along GPUs, measured and forecast, and their chart. */
@RestController
class ScalingController implements PageChart {

    private static final int MOST = 400;
    private static final int MOST_RUNS = 20;

    private final StoredCurves stored;
    private final RunFlags flags;
    private final StoredRuns runs;
    private final Sequence sequence;

    ScalingController(StoredCurves stored, RunFlags flags, StoredRuns runs, Sequence sequence) {
        this.stored = stored;
        this.flags = flags;
        this.runs = runs;
        this.sequence = sequence;
    }

    /** @param forecast whether to forecast the curves @param upload uploads whose runs are selected, in addition to named runs */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/scaling")
    Answer scaling(@RequestParam(defaultValue = "false") boolean forecast,
            @RequestParam(defaultValue = "") List<String> upload, HttpServletRequest request) {
        var chosen = chosen(upload, Filter.withDays(request.getParameterMap(), Set.of("forecast", "upload")));
        var found = curves(chosen);
        var forecasts = forecast ? forecasts(found.curves()) : Map.<Along, Forecast>of();
        return new Answer(found.measured(), Forecast.LEVEL,
                found.curves().stream().limit(MOST).map(curve -> Item.of(curve, forecasts.get(curve))).toList(),
                found.curves().size() > MOST, MatchingCurves.of(found.curves()), found.apart(),
                sequence.snapshot(chosen.until(), () -> later(chosen)));
    }

    /**
     * Returns the curves as an image or a table.
     *
     * @param metric metric to show; null = the first known of busbw, algbw, time and efficiency
     * @param fixed  quantity that is constant along a curve
     * @param stack  only curves whose {@code series} is one of these; empty = all
     */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/scaling.{ending:[a-z]+}")
    ResponseEntity<byte[]> drawn(@PathVariable String ending,
            @RequestParam(required = false) @Nullable ScalingMetric metric,
            @RequestParam(defaultValue = "message") Fixed fixed, @RequestParam(defaultValue = "false") boolean forecast,
            @RequestParam(defaultValue = "") List<String> stack, @RequestParam(defaultValue = "") List<String> upload,
            HttpServletRequest request) {
        var format = ViewResponses.format(ending);
        var given = ViewParameters.of(request);
        return ViewResponses.answer(view(metric, fixed, forecast, stack, upload, given), format, given.all());
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

    private View view(@Nullable ScalingMetric metric, Fixed fixed, boolean forecast, List<String> stack,
            List<String> upload, ViewParameters given) {
        var chosen = chosen(upload,
                Filter.withDays(given.shown(), Set.of("forecast", "upload", "metric", "fixed", "stack")));
        var data = sequence.snapshot(chosen.until(), () -> 0);
        var found = curves(chosen);
        var asked = found.curves().stream()
                .filter(curve -> stack.isEmpty() || stack.contains(curve.subject().hash())).toList();
        var shown = asked.stream().limit(MOST).toList();
        var notes = new ArrayList<>(found.apart());
        if (asked.size() > shown.size()) {
            notes.add(asked.size() - shown.size() + " more curves match and are not shown");
        }
        return ScalingView.of(shown, forecast && fixed == Fixed.message ? forecasts(shown) : Map.of(),
                flags.byRunId(found.heads()), metric, fixed, notes,
                given.address(page(), data.until()));
    }

    /** Returns the selected curves. @throws BadParameter if more measurements match than one answer may hold */
    private ScalingCurves curves(Filter filter) {
        return ScalingCurves.of(stored.heads(filter),
                usable -> stored.points(usable, filter).orElseThrow(() -> tooMany(usable)));
    }

    private static BadParameter tooMany(List<CurveHead> heads) {
        return new BadParameter(heads.stream().mapToLong(CurveHead::points).sum()
                + " measurements match, which are too many for one answer; choose more narrowly, such as one GPU, one placement, "
                + "some message sizes or some days");
    }

    /** Counts the runs of later uploads that a filter with {@link Filter#until()} leaves out. */
    private long later(Filter filter) {
        return stored.later(filter).stream().filter(CurveHead::isTimed).map(CurveHead::run).distinct().count();
    }

    private Filter chosen(List<String> uploads, Filter filter) {
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
    private static Map<Along, Forecast> forecasts(List<Along> curves) {
        var families = curves.stream().collect(Collectors.groupingBy(
                curve -> new ScaledSubject(curve.subject(), curve.layouts()), LinkedHashMap::new, Collectors.toList()));
        var forecasts = new HashMap<Along, Forecast>();
        families.forEach((family, members) -> {
            var told = Forecast.of(members.stream().map(ScalingController::counts).toList(),
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

    /**
     * @param level     level of the forecast intervals, as a fraction
     * @param truncated whether there are more curves than {@value #MOST}
     * @param matching  number of all curves with each metric, and choices that narrow them
     * @param apart     sentences about runs that disagree and are on no curve
     */
    record Answer(long measurements, double level, List<Item> curves, boolean truncated, List<MatchingCurves> matching,
            List<String> apart,
            Snapshot data) {}

    /**
     * Curve of one stack at one message size.
     *
     * @param series   key that is the same for all message sizes of the stack
     * @param hardware instance type, else the GPU; an unknown text is empty, here and below
     * @param forecast null = not requested
     * @param runs     ids of the first {@value #MOST_RUNS} runs
     */
    record Item(String series, String title, String operation, String library, String variant,
            @Nullable String placement, String tool, String toolVersion, String hardware, String libraryVersion,
            String datatype, String settings, String environment, String transport, String timing, String place,
            @Nullable Long bytes, List<Measured> points, @Nullable Continued forecast, int runCount,
            List<String> runs) {

        static Item of(Along curve, @Nullable Forecast forecast) {
            var subject = curve.subject();
            var identity = subject.identity();
            var placement = subject.placement();
            var runs = curve.runs();
            return new Item(subject.hash(), subject.withLibrary(),
                    subject.operation().id(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.tool(), subject.toolVersion(),
                    identity.hardware(), subject.libraryVersion(), subject.datatype(), subject.settings(),
                    identity.environment(), identity.transport(), identity.timing(), subject.place().title(),
                    curve.bytes() < 0 ? null : curve.bytes(), curve.points().stream().map(Measured::of).toList(),
                    forecast == null ? null : Continued.of(forecast, curve), runs.size(),
                    runs.subList(0, Math.min(MOST_RUNS, runs.size())));
        }
    }

    /**
     * Medians of {@code n} measurements.
     *
     * @param nodes   number of nodes; 0 = not known
     * @param time    µs
     * @param algbw   GB/s, as for {@code busbw}
     * @param checked whether the tool checked the data of all measurements
     */
    record Measured(int ranks, int nodes, double time, @Nullable Double algbw, @Nullable Double busbw,
            @Nullable Double efficiency, int n, boolean checked) {

        static Measured of(ScalingCurves.Point point) {
            return new Measured(point.layout().ranks(), point.layout().nodes(), point.time().median(),
                    median(point.algbw()), median(point.busbw()), median(point.efficiency()), point.n(),
                    point.data().unchecked() == 0);
        }
    }

    /**
     * @param law      law that predicted the measured points best; empty if none was tried
     * @param backtest root mean square error of that prediction, as a fraction of the time; null if none was tried
     * @param refusal  reason for the absence of points; null if there are points
     */
    record Continued(String law, @Nullable Double backtest, @Nullable String refusal, List<Beyond> points) {

        static Continued of(Forecast forecast, Along curve) {
            return new Continued(forecast.law(), orNull(forecast.backtest()),
                    forecast.refusal().isEmpty() ? null : forecast.refusal(),
                    forecast.points().stream().map(point -> Beyond.of(point, curve)).toList());
        }
    }

    /** Forecast time with its interval. @param factor busbw / algbw; null if the operation has no bus bandwidth */
    record Beyond(int ranks, double time, double low, double high, @Nullable Double factor) {

        static Beyond of(Forecast.Point point, Along curve) {
            var factor = curve.subject().operation().busFactor(point.ranks());
            return new Beyond(point.ranks(), point.time(), point.low(), point.high(),
                    factor.isPresent() ? Double.valueOf(factor.getAsDouble()) : null);
        }
    }

    private static @Nullable Double median(@Nullable Spread spread) {
        return spread == null ? null : spread.median();
    }

    private static @Nullable Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
