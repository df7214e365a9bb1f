package org.gpucomm.server.runs;

import java.io.IOException;
import java.util.List;

import org.gpucomm.server.findings.MarkedPlaces;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.figures.view.ViewFaces;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.series.Aggregate;
import org.gpucomm.server.series.Combine;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.server.series.SeriesQuery.Question;
import org.gpucomm.server.series.XAxis;
import org.springframework.stereotype.Component;

/** The chart of Explore: the parameters of {@code /series} and those of the page's address. */
@Component
class SeriesChart implements PageChart {

    private final SeriesQuery query;
    private final MarkedPlaces marked;

    SeriesChart(SeriesQuery query, MarkedPlaces marked) {
        this.query = query;
        this.marked = marked;
    }

    @Override
    public String page() {
        return "/explore";
    }

    @Override
    public View of(ViewParameters given) throws IOException {
        return of(Question.of(given.one("x", XAxis.class, XAxis.size), given.one("metric", Metric.class, Metric.busbw),
                given.one("aggregate", Aggregate.class, Aggregate.none), given.one("combine", Combine.class),
                given.one("limit", Integer.class, SeriesQuery.MAX_SERIES), given.shown()), given);
    }

    View of(Question question, ViewParameters given) throws IOException {
        var answer = query.answer(question);
        var marks = ViewFaces.areMarked(given.all())
                ? marked.of(question.filter(), question.x().name(), question.metric().name())
                : List.<View.Mark>of();
        return SeriesView.of(answer, marks, ViewFaces.address(given.query(), page(), answer.data().until()));
    }
}
