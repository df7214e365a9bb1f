package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.runs.IterationsView.Shape;
import org.gpucomm.server.figures.view.ViewParameters;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.analysis.series.Aggregate;
import org.gpucomm.analysis.series.Combine;
import org.gpucomm.server.series.Filtered;
import org.gpucomm.analysis.series.IterationsAnswer;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SeriesQuery;
import org.gpucomm.analysis.series.SeriesQuestion;
import org.gpucomm.analysis.series.XAxis;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for the spread of single iterations, as numbers and as a figure, for one selection or for both sides of a comparison. */
@RestController
@RequestMapping("/api/v1")
class IterationsController {

    /** Maximum number of curves that can be distinguished. */
    private static final int MOST_CURVES = 12;
    private static final Set<String> OTHERS = Set.of("a", "b", "shape", "metric", "x", "show", "aggregate", "limit");

    private final SeriesQuery query;
    private final StoredRuns runs;

    IterationsController(SeriesQuery query, StoredRuns runs) {
        this.query = query;
        this.runs = runs;
    }

    /** @param a ids of runs or uploads, or {@code baseline:NAME}; with {@code b}, the sides of a comparison */
    @Filtered
    @GetMapping("/iterations")
    IterationsAnswer iterations(@RequestParam(required = false) @Nullable Combine combine,
            @RequestParam(defaultValue = "") List<String> a, @RequestParam(defaultValue = "") List<String> b,
            HttpServletRequest request) {
        return answer(combine, a, b, request.getParameterMap());
    }

    /** @param shape how iterations are drawn: a box at each size, or bands along sizes */
    @ConcurrencyLimited
    @Filtered
    @GetMapping("/iterations.{ending:[a-z]+}")
    ResponseEntity<byte[]> drawn(@PathVariable String ending, @RequestParam(defaultValue = "boxes") Shape shape,
            @RequestParam(required = false) @Nullable Combine combine, @RequestParam(defaultValue = "") List<String> a,
            @RequestParam(defaultValue = "") List<String> b, HttpServletRequest request) {
        var format = ViewResponses.format(ending);
        var given = ViewParameters.of(request);
        var answer = answer(combine, a, b, given.shown());
        var page = a.isEmpty() && b.isEmpty() ? "/explore" : "/compare";
        return ViewResponses.answer(IterationsView.of(answer, shape, given.address(page, answer.data().until())),
                format, given.all());
    }

    private IterationsAnswer answer(@Nullable Combine combine, List<String> a, List<String> b,
            Map<String, String[]> parameters) {
        var filters = new LinkedHashMap<>(parameters);
        OTHERS.forEach(filters::remove);
        if (a.isEmpty() && b.isEmpty()) {
            return ask(combine, filters);
        }
        var sides = new TreeMap<>(Map.of("A", a, "B", b));
        sides.values().removeIf(List::isEmpty);
        var answers = new TreeMap<String, IterationsAnswer>();
        sides.forEach((name, named) -> {
            filters.put("run", runs.named(named).stream().map(StoredRun::id).toArray(String[]::new));
            answers.put(name, ask(combine, filters));
        });
        return together(answers);
    }

    private IterationsAnswer ask(@Nullable Combine combine, Map<String, String[]> filters) {
        return query
                .iterations(SeriesQuestion.of(XAxis.size, Metric.time, Aggregate.none, combine, MOST_CURVES, filters));
    }

    /** Joins both sides. The labels of curves name their side. */
    private static IterationsAnswer together(Map<String, IterationsAnswer> sides) {
        var curves = new ArrayList<IterationsAnswer.Curve>();
        sides.forEach((name, side) -> side.series().forEach(curve -> curves.add(new IterationsAnswer.Curve(
                curve.id() + name, curve.label().isEmpty() ? name : name + " · " + curve.label(), curve.key(),
                curve.runs(), curve.flagged(), curve.points()))));
        var all = sides.values();
        var first = all.iterator().next();
        var common = first.common().stream().filter(said -> all.stream().allMatch(side -> side.common().contains(said)))
                .toList();
        return new IterationsAnswer(common, first.data(), curves,
                all.stream().mapToInt(IterationsAnswer::unknown).sum(),
                all.stream().anyMatch(IterationsAnswer::truncated));
    }
}
