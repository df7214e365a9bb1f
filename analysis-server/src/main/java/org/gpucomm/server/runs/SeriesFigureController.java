package org.gpucomm.server.runs;

import java.io.IOException;

import org.gpucomm.server.figures.view.ViewFaces;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.series.Aggregate;
import org.gpucomm.server.series.Combine;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.server.series.SeriesQuery.Question;
import org.gpucomm.server.series.XAxis;
import org.gpucomm.server.web.ConcurrencyLimited;
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

    private final SeriesChart chart;

    SeriesFigureController(SeriesChart chart) {
        this.chart = chart;
    }

    @ConcurrencyLimited
    @Filtered
    @GetMapping("/series.{ending:[a-z]+}")
    ResponseEntity<byte[]> figure(@PathVariable String ending, @RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate,
            @RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "" + SeriesQuery.MAX_SERIES) int limit, HttpServletRequest request)
            throws IOException {
        var format = ViewFaces.format(ending);
        var given = ViewParameters.of(request);
        var question = Question.of(x, metric, aggregate, combine, limit, given.shown());
        return ViewFaces.answer(chart.of(question, given), format, given.all());
    }
}
