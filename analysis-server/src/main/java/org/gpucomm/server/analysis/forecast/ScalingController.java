package org.gpucomm.server.analysis.forecast;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.series.SeriesKey;
import org.gpucomm.server.analysis.forecast.Forecast.Point;
import org.gpucomm.server.analysis.stored.Asked;
import org.gpucomm.server.analysis.stored.RowLink;
import org.gpucomm.server.analysis.stored.StoredEvidence;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
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

    @GetMapping("/api/v1/scaling")
    Answer scaling(HttpServletRequest request) throws IOException {
        var asked = Asked.of(request.getParameterMap());
        var evidence = stored.of(asked.of(runs), asked.filter());
        var curves = evidence.alongRanks().stream()
                .filter(curve -> curve.cells().stream().filter(cell -> cell.ranks() > 0 && cell.time().isPresent())
                        .count() >= FEWEST)
                .toList();
        return new Answer(evidence.observations().size(), curves.stream().limit(MOST).map(Item::of).toList(),
                curves.size() > MOST);
    }

    /** @param truncated whether there are more curves than {@value #MOST} */
    record Answer(long measurements, List<Item> curves, boolean truncated) {}

    /**
     * One subject at one message size.
     *
     * @param hardware the kind of instance, else the GPU; "" where neither is known
     * @param forecast null where too few numbers of GPUs were measured to try
     */
    record Item(String title, String operation, String library, String variant, @Nullable String placement,
            String tool, String hardware, String libraryVersion, String settings, @Nullable Long bytes,
            List<Measured> points, @Nullable Continued forecast,
            String url) {

        static Item of(Curve curve) {
            var subject = curve.subject();
            var placement = subject.placement();
            return new Item(title(subject), subject.operation().id(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.tool(),
                    subject.instanceType().isEmpty() ? subject.gpu() : subject.instanceType(),
                    subject.libraryVersion(), subject.settings(),
                    curve.fixed() < 0 ? null : curve.fixed(),
                    curve.cells().stream().filter(cell -> cell.ranks() > 0 && cell.time().isPresent())
                            .map(Measured::of).toList(),
                    Forecast.of(curve).map(forecast -> Continued.of(forecast, curve)).orElse(null),
                    RowLink.of(curve.rows()));
        }

        private static String title(SeriesKey subject) {
            return subject.title() + " with " + subject.libraryTitle();
        }
    }

    /** Medians of {@code n} measurements. @param time µs @param algbw GB/s, as is {@code busbw} */
    record Measured(int ranks, double time, @Nullable Double algbw, @Nullable Double busbw,
            @Nullable Double efficiency, int n) {

        static Measured of(Cell cell) {
            return new Measured(cell.ranks(), cell.time().orElseThrow(), orNull(cell.algbw()), orNull(cell.busbw()),
                    efficiency(cell), cell.repetitions());
        }

        /** As the application printed it, percent. */
        private static @Nullable Double efficiency(Cell cell) {
            var printed = cell.observations().stream().map(each -> each.measurement().outcome().efficiency())
                    .filter(java.util.Objects::nonNull).mapToDouble(value -> value.doubleValue()).average();
            return orNull(printed);
        }
    }

    /**
     * @param backtest |predicted / measured - 1| of the time on {@code heldOut} GPUs
     * @param refusal  why there are no points; null where there are
     */
    record Continued(String law, int heldOut, double backtest, @Nullable String refusal, List<Beyond> points) {

        static Continued of(Forecast forecast, Curve curve) {
            return new Continued(forecast.law(), forecast.heldOut(), forecast.backtestError(),
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
