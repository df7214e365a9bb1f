package org.gpucomm.server.runs;

import java.io.IOException;
import java.util.List;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.figures.view.View;
import org.gpucomm.server.figures.view.PageChart;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.findings.Findings;
import org.gpucomm.analysis.series.Aggregate;
import org.gpucomm.analysis.series.Combine;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.analysis.series.SeriesQuestion;
import org.gpucomm.analysis.series.XAxis;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Chart of Explore, for the page and as a figure. It takes the parameters of {@code /series} and those of the page's address. */
@RestController
class SeriesChart implements PageChart {

    private final SeriesQuery query;
    private final Findings findings;

    SeriesChart(SeriesQuery query, Findings findings) {
        this.query = query;
        this.findings = findings;
    }

    @Override
    public String page() {
        return "/explore";
    }

    @Override
    public View of(ViewParameters given) throws IOException {
        return of(SeriesQuestion.of(given.one("x", XAxis.class, XAxis.size),
                given.one("metric", Metric.class, Metric.busbw),
                given.one("aggregate", Aggregate.class, Aggregate.none), given.one("combine", Combine.class),
                given.one("limit", Integer.class, SeriesQuestion.MAX_SERIES), given.shown()), given);
    }

    @ConcurrencyLimited
    @Filtered
    @GetMapping("/api/v1/series.{ending:[a-z]+}")
    ResponseEntity<byte[]> figure(@PathVariable String ending, @RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate,
            @RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "" + SeriesQuestion.MAX_SERIES) int limit, HttpServletRequest request)
            throws IOException {
        var format = ViewResponses.format(ending);
        var given = ViewParameters.of(request);
        var question = SeriesQuestion.of(x, metric, aggregate, combine, limit, given.shown());
        return ViewResponses.answer(of(question, given), format, given.all());
    }

    private View of(SeriesQuestion question, ViewParameters given) throws IOException {
        var answer = query.answer(question);
        var marks = given.areMarked()
                ? findings.marks(question.filter(), question.x().name(), question.metric().name())
                : List.<View.Mark>of();
        return SeriesView.of(answer, marks, given.address(page(), answer.data().until()));
    }
}
