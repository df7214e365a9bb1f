package org.gpucomm.server.scaling;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.scaling.Forecast;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.scaling.ScalingCurves.Along;
import org.gpucomm.server.scaling.ScalingView.Fixed;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.Snapshot;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Curves along GPUs, measured and continued. */
@RestController
class ScalingController {

    static final int MOST = 400;
    private static final int MOST_RUNS = 20;

    private final ScalingCurves curves;
    private final ScalingChart chart;
    private final Sequence sequence;

    ScalingController(ScalingCurves curves, ScalingChart chart, Sequence sequence) {
        this.curves = curves;
        this.chart = chart;
        this.sequence = sequence;
    }

    /** @param forecast whether the curves are to be continued too @param upload whose runs are meant, with those named */
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
     * The same as a picture or a table.
     *
     * @param metric what is shown; null = the first that there is of busbw, algbw, time and efficiency
     * @param fixed  what stays the same along a curve
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
     * @param level     of the intervals of forecasts, as a share
     * @param truncated whether there are more curves than {@value #MOST}
     * @param matching  how many of all curves have each metric, and what would narrow them
     * @param apart     runs that do not agree and are on no curve, in sentences
     */
    record Answer(long measurements, double level, List<Item> curves, boolean truncated, List<Matching> matching,
            List<String> apart,
            Snapshot data) {}

    /**
     * Runs of one stack at one message size.
     *
     * @param series   the same for all message sizes of the stack
     * @param hardware the kind of instance, else the GPU; "" where neither is known, as the other texts
     * @param forecast null where none was asked for
     * @param runCount how many runs are behind it
     * @param runs     ids of the first {@value #MOST_RUNS} of them
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
            return new Item(subject.hash(), subject.title() + " with " + subject.libraryTitle(),
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
     * @param nodes   0 = not known
     * @param time    µs
     * @param algbw   GB/s, as is {@code busbw}
     * @param checked whether the tool checked the data of all of them
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
     * @param law      of the way that predicted the measured counts best; "" where none was tried
     * @param backtest root mean square of what was missed there, as a share of the time; null where none was tried
     * @param refusal  why there are no points; null where there are
     */
    record Continued(String law, @Nullable Double backtest, @Nullable String refusal, List<Beyond> points) {

        static Continued of(Forecast forecast, Along curve) {
            return new Continued(forecast.law(), orNull(forecast.backtest()),
                    forecast.refusal().isEmpty() ? null : forecast.refusal(),
                    forecast.points().stream().map(point -> Beyond.of(point, curve)).toList());
        }
    }

    /** Each with its interval. @param factor busbw / algbw there; null where the operation has none */
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
