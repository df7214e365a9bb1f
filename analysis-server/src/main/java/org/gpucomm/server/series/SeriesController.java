package org.gpucomm.server.series;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.series.Aggregate;
import org.gpucomm.analysis.series.Combine;
import org.gpucomm.analysis.series.FacetCounts;
import org.gpucomm.analysis.series.Facets;
import org.gpucomm.analysis.series.SeriesAnswer;
import org.gpucomm.analysis.series.SeriesQuestion;
import org.gpucomm.analysis.series.XAxis;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints of curves over ready runs and of the values to choose from. */
@RestController
@RequestMapping("/api/v1")
class SeriesController {

    private final SeriesQuery query;
    private final CurveSummaries curveSummaries;

    SeriesController(SeriesQuery query, CurveSummaries curveSummaries) {
        this.query = query;
        this.curveSummaries = curveSummaries;
    }

    @Filtered
    @GetMapping("/series")
    SeriesAnswer series(@RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate,
            @RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "" + SeriesQuestion.MAX_SERIES) int limit, HttpServletRequest request) {
        return query.answer(SeriesQuestion.of(x, metric, aggregate, combine, limit, request.getParameterMap()));
    }

    @Filtered
    @GetMapping("/facets")
    Facets facets(@RequestParam(required = false) @Nullable Metric metric, HttpServletRequest request) {
        var filter = SeriesQuestion.filter(request.getParameterMap());
        return Facets.of(
                new FacetCounts(curveSummaries.of(filter), filter,
                        metric == null ? null : SeriesQuestion.stored(metric)));
    }
}
