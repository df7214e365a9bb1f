package org.gpucomm.figures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Style;
import org.jspecify.annotations.Nullable;

/** Figures of the EFA study, each paired with the same figure over a user's rows. */
public final class StudyFigures {

    private StudyFigures() {}

    /** @param own null if no row belongs to the figure */
    public record FigurePair(Figure published, @Nullable Figure own) {}

    /** Returns the study's figures in gpucomm's style. */
    public static List<FigurePair> of(List<Measurement> rows) throws IOException {
        var catalogue = Catalogue.bundled();
        var forOwn = catalogue.forOwnRows();
        var bundled = Results.bundled().rows();
        var pairs = new ArrayList<FigurePair>();
        for (var entry : catalogue.of(Style.STUDY)) {
            var published = catalogue.find(entry.name(), Style.GPUCOMM).orElseThrow().read().of(bundled);
            var own = forOwn.find(entry.name(), Style.GPUCOMM).orElseThrow().read().of(rows);
            pairs.add(new FigurePair(published, own.hasNoPoints() ? null : own));
        }
        return pairs;
    }
}
