package org.gpucomm.server.series;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.series.FoundCurves;
import org.gpucomm.analysis.series.IterationsAnswer;
import org.gpucomm.analysis.series.SeriesAnswer;
import org.gpucomm.analysis.series.SeriesQuestion;
import org.gpucomm.analysis.series.Snapshot;
import org.springframework.stereotype.Component;

/** Query for curves of selected measurements. It finds the curves by their heads and reads only the points of those shown. */
@Component
public class SeriesQuery {

    private final StoredCurves stored;
    private final RunFlags flags;
    private final Sequence sequence;

    SeriesQuery(StoredCurves stored, RunFlags flags, Sequence sequence) {
        this.stored = stored;
        this.flags = flags;
        this.sequence = sequence;
    }

    /** @throws BadParameter if nothing is selected, or the parameters contradict each other */
    public SeriesAnswer answer(SeriesQuestion question) {
        var found = found(question);
        return found.answer(flags.byRunId(found.shownHeads()), data(question));
    }

    /**
     * Returns the spread of single iterations in the curves that {@link #answer} shows along sizes.
     *
     * @throws BadParameter in the same cases as {@link #answer}
     */
    public IterationsAnswer iterations(SeriesQuestion question) {
        var found = found(question);
        return found.iterations(stored.iterations(found.shown()), flags.byRunId(found.shownHeads()), data(question));
    }

    private FoundCurves found(SeriesQuestion question) {
        question.check();
        return FoundCurves.of(question, stored.heads(question.filter()),
                heads -> stored.points(heads, question.filter()));
    }

    private Snapshot data(SeriesQuestion question) {
        return sequence.snapshot(question.filter().until(), () -> stored.later(question.filter()).stream()
                .filter(question::mayShow).map(CurveHead::run).distinct().count());
    }
}
