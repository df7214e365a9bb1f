package org.gpucomm.server.catalog;

import java.io.IOException;
import java.util.List;

import org.gpucomm.server.analysis.findings.MarkedPlaces;
import org.gpucomm.server.figures.view.View;
import org.gpucomm.server.figures.view.ViewFaces;
import org.gpucomm.server.series.Aggregate;
import org.gpucomm.server.series.Combine;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.server.series.Metric;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.server.series.SeriesQuery.Question;
import org.gpucomm.server.series.XAxis;
import org.gpucomm.server.web.InTurn;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Curves of chosen measurements as a figure: the parameters of {@code /series} and those of Explore's address. */
@RestController
@RequestMapping("/api/v1")
class SeriesFigureController {

    private final SeriesQuery query;
    private final MarkedPlaces marked;

    SeriesFigureController(SeriesQuery query, MarkedPlaces marked) {
        this.query = query;
        this.marked = marked;
    }

    @InTurn
    @Filtered
    @GetMapping("/series.{ending:[a-z]+}")
    ResponseEntity<byte[]> figure(@PathVariable String ending, @RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate,
            @RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "" + SeriesQuery.MAX_SERIES) int limit, HttpServletRequest request)
            throws IOException {
        var format = ViewFaces.format(ending);
        var shown = ViewFaces.shown(request.getParameterMap());
        var question = Question.of(x, metric, aggregate, combine, limit, shown);
        var answer = query.answer(question);
        var marks = ViewFaces.areMarked(request.getParameterMap())
                ? marked.of(question.filter(), x.name(), metric.name())
                : List.<View.Mark>of();
        var address = ViewFaces.address(request, "/explore", answer.data().until());
        return ViewFaces.answer(SeriesView.of(answer, marks, address), format, request.getParameterMap());
    }
}
