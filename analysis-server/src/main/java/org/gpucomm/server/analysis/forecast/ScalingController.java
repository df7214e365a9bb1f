package org.gpucomm.server.analysis.forecast;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.forecast.Counts.Count;
import org.gpucomm.server.analysis.forecast.Forecast.Point;
import org.gpucomm.server.analysis.stored.Asked;
import org.gpucomm.server.analysis.stored.RowLink;
import org.gpucomm.server.analysis.stored.StoredEvidence;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.gpucomm.server.series.SeriesKey;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Curves along GPUs, measured and continued. */
@RestController
class ScalingController {

    private static final int FEWEST = 2;
    private static final int MOST = 400;

    private final StoredRuns runs;
    private final StoredEvidence stored;

    ScalingController(StoredRuns runs, StoredEvidence stored) {
        this.runs = runs;
        this.stored = stored;
    }

    /** @param forecast whether the curves are to be continued too */
    @GetMapping("/api/v1/scaling")
    Answer scaling(@RequestParam(defaultValue = "false") boolean forecast, HttpServletRequest request)
            throws IOException {
        var asked = Asked.of(request.getParameterMap(), "forecast");
        var evidence = stored.numbers(asked.of(runs), asked.filter());
        var curves = evidence.alongRanks().stream().map(ScalingController::measured)
                .filter(curve -> curve.cells().size() >= FEWEST).toList();
        var shown = curves.stream().limit(MOST).toList();
        var forecasts = forecast ? forecasts(curves) : Map.<Curve, Forecast>of();
        return new Answer(evidence.observations().size(), Forecast.LEVEL,
                shown.stream().map(curve -> Item.of(curve, forecasts.get(curve))).toList(), curves.size() > MOST);
    }

    private static Curve measured(Curve curve) {
        return new Curve(curve.subject(), curve.along(), curve.fixed(), curve.cells().stream()
                .filter(cell -> cell.ranks() > 0 && cell.time().orElse(0) > 0).toList());
    }

    /** What is continued together, since message sizes tell of one another: one stack, that lies on nodes in one way. */
    private record Family(SeriesKey subject, int perNode) {

        static Family of(Curve curve) {
            return new Family(curve.subject(),
                    curve.last().nodes() == 0 ? 0 : curve.last().ranks() / curve.last().nodes());
        }
    }

    private static Map<Curve, Forecast> forecasts(List<Curve> curves) {
        var families = curves.stream().sorted(Comparator.comparingLong(Curve::fixed))
                .collect(Collectors.groupingBy(Family::of));
        var forecasts = new HashMap<Curve, Forecast>();
        families.forEach((family, members) -> {
            var told = Forecast.of(members.stream().map(ScalingController::counts).toList(),
                    family.subject().operation()::busFactor);
            for (int i = 0; i < told.size(); i++) {
                forecasts.put(members.get(i), told.get(i));
            }
        });
        return forecasts;
    }

    private static Counts counts(Curve curve) {
        return new Counts(curve.fixed(), curve.cells().stream()
                .map(cell -> new Count(cell.ranks(), cell.nodes(), cell.time().orElseThrow())).toList());
    }

    /**
     * @param level     of the intervals of forecasts, as a share
     * @param truncated whether there are more curves than {@value #MOST}
     */
    record Answer(long measurements, double level, List<Item> curves, boolean truncated) {}

    /**
     * Runs of one stack at one message size.
     *
     * @param series   the same for all message sizes of the stack
     * @param hardware the kind of instance, else the GPU; "" where neither is known, as the other texts
     * @param forecast null where none was asked for
     */
    record Item(String series, String title, String operation, String library, String variant,
            @Nullable String placement, String tool, String toolVersion, String hardware, String libraryVersion,
            String datatype, String settings, String environment, String transport, String timing, String place,
            @Nullable Long bytes, List<Measured> points, @Nullable Continued forecast, String url) {

        static Item of(Curve curve, @Nullable Forecast forecast) {
            var subject = curve.subject();
            var identity = subject.identity();
            var placement = subject.placement();
            return new Item(subject.hash(), subject.title() + " with " + subject.libraryTitle(),
                    subject.operation().id(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.tool(), subject.toolVersion(),
                    identity.hardware(), subject.libraryVersion(), subject.datatype(), subject.settings(),
                    identity.environment(), identity.transport(), identity.timing(), subject.place().title(),
                    curve.fixed() < 0 ? null : curve.fixed(), curve.cells().stream().map(Measured::of).toList(),
                    forecast == null ? null : Continued.of(forecast, curve), RowLink.of(curve.rows()));
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

        static Measured of(Cell cell) {
            return new Measured(cell.ranks(), cell.nodes(), cell.time().orElseThrow(), orNull(cell.algbw()),
                    orNull(cell.busbw()), efficiency(cell), cell.repetitions(),
                    cell.observations().stream().allMatch(each -> each.measurement().outcome().wrong() != null));
        }

        /** As the application printed it, percent. */
        private static @Nullable Double efficiency(Cell cell) {
            var printed = cell.observations().stream().map(each -> each.measurement().outcome().efficiency())
                    .filter(java.util.Objects::nonNull).mapToDouble(value -> value.doubleValue()).average();
            return orNull(printed);
        }
    }

    /**
     * @param law      of the way that told the measured counts best; "" where none was tried
     * @param backtest root mean square of what was missed there, as a share of the time; null where none was tried
     * @param refusal  why there are no points; null where there are
     */
    record Continued(String law, @Nullable Double backtest, @Nullable String refusal, List<Beyond> points) {

        static Continued of(Forecast forecast, Curve curve) {
            return new Continued(forecast.law(), Double.isNaN(forecast.backtest()) ? null : forecast.backtest(),
                    forecast.refusal().isEmpty() ? null : forecast.refusal(),
                    forecast.points().stream().map(point -> Beyond.of(point, curve)).toList());
        }
    }

    /** Each with its interval. @param factor busbw / algbw there; null where the operation has none */
    record Beyond(int ranks, double time, double low, double high, @Nullable Double factor) {

        static Beyond of(Point point, Curve curve) {
            return new Beyond(point.ranks(), point.time(), point.low(), point.high(),
                    orNull(curve.subject().operation().busFactor(point.ranks())));
        }
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
