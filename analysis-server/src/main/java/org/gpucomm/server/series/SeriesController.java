package org.gpucomm.server.series;

import java.util.Set;

import org.gpucomm.server.series.SeriesQuery.Question;
import org.gpucomm.server.web.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Curves over ready runs, and what can be chosen for them. */
@RestController
@RequestMapping("/api/v1")
public class SeriesController {

    private static final Set<String> OTHERS = Set.of("x", "metric", "aggregate", "combine", "limit");

    private final SeriesQuery query;
    private final Grid grid;

    SeriesController(SeriesQuery query, Grid grid) {
        this.query = query;
        this.grid = grid;
    }

    @GetMapping("/series")
    SeriesAnswer series(@RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate,
            @RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "" + SeriesQuery.MAX_SERIES) int limit, HttpServletRequest request) {
        return query.answer(new Question(x, stored(metric), aggregate, combine, limit,
                Filter.of(request.getParameterMap(), OTHERS)));
    }

    @GetMapping("/facets")
    Facets facets(@RequestParam(required = false) @Nullable Metric metric, HttpServletRequest request) {
        return Facets.of(grid, Filter.of(request.getParameterMap(), OTHERS), metric == null ? null : stored(metric));
    }

    private static Metric stored(Metric metric) {
        if (!Metric.stored().contains(metric)) {
            throw new BadParameter("metric must be one of " + Metric.stored() + ", was '" + metric + "'");
        }
        return metric;
    }
}
