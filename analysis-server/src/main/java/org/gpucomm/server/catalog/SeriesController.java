package org.gpucomm.server.catalog;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

@RestController
@RequestMapping("/api/v1")
class SeriesController {

    private final SeriesQuery query;
    private final Grid grid;

    SeriesController(SeriesQuery query, Grid grid) {
        this.query = query;
        this.grid = grid;
    }

    @GetMapping("/series")
    SeriesAnswer series(@RequestParam(defaultValue = "size") XAxis x,
            @RequestParam(defaultValue = "busbw") Metric metric,
            @RequestParam(defaultValue = "none") Aggregate aggregate, HttpServletRequest request) {
        return query.answer(x, metric, aggregate,
                Selection.of(request.getParameterMap(), Set.of("x", "metric", "aggregate")));
    }

    @GetMapping("/facets")
    Facets facets(@RequestParam(required = false) @Nullable Metric metric, HttpServletRequest request) {
        var selection = Selection.of(request.getParameterMap(), Set.of("x", "metric", "aggregate"));
        return Facets.of(grid.cells(selection.runIds()), selection, metric);
    }
}
