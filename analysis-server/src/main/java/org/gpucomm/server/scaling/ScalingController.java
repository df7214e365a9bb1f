package org.gpucomm.server.scaling;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.scaling.Forecast;
import org.gpucomm.analysis.scaling.ScalingCurves;
import org.gpucomm.analysis.scaling.ScalingCurves.Along;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.scaling.ScalingView.Fixed;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for curves along GPUs, measured and forecast. */
@RestController
class ScalingController {

    static final int MOST = 400;
    private static final int MOST_RUNS = 20;

    private final StoredScaling curves;
    private final ScalingChart chart;
    private final Sequence sequence;

    ScalingController(StoredScaling curves, ScalingChart chart, Sequence sequence) {
        this.curves = curves;
        this.chart = chart;
        this.sequence = sequence;
    }

    /** @param forecast whether to forecast the curves @param upload uploads whose runs are selected, in addition to named runs */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/scaling")
    Answer scaling(@RequestParam(defaultValue = "false") boolean forecast,
            @RequestParam(defaultValue = "") List<String> upload, HttpServletRequest request) {
        var chosen = chart.chosen(upload, Filter.withDays(request.getParameterMap(), Set.of("forecast", "upload")));
        var found = curves.of(chosen);
        var forecasts = forecast ? ScalingChart.forecasts(found.curves()) : Map.<Along, Forecast>of();
        return new Answer(found.measured(), Forecast.LEVEL,
                found.curves().stream().limit(MOST).map(curve -> Item.of(curve, forecasts.get(curve))).toList(),
                found.curves().size() > MOST, Matching.of(found.curves()), found.apart(),
                sequence.snapshot(chosen.until(), () -> curves.later(chosen)));
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
        return ViewResponses.answer(chart.view(metric, fixed, forecast, stack, upload, given), format, given.all());
    }

    /**
     * @param level     level of the forecast intervals, as a fraction
     * @param truncated whether there are more curves than {@value #MOST}
     * @param matching  number of all curves with each metric, and choices that narrow them
     * @param apart     sentences about runs that disagree and are on no curve
     */
    record Answer(long measurements, double level, List<Item> curves, boolean truncated, List<Matching> matching,
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
