package org.gpucomm.server.matrices;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import jakarta.servlet.http.HttpServletRequest;

import org.gpucomm.figures.view.MatrixFigure;
import org.gpucomm.analysis.matrices.HeatMatrix;
import org.gpucomm.analysis.matrices.PairMatrices;
import org.gpucomm.analysis.matrices.PlacedObservation;
import org.gpucomm.analysis.matrices.RankMatrices;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.server.figures.view.ViewResponses;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.OwnParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for measurements between pairs of devices or hosts, and of single ranks, as numbers and as heat maps. */
@RestController
@RequestMapping("/api/v1")
class MatricesController {

    private static final String THEME = "theme";

    private final StoredRuns runs;

    MatricesController(StoredRuns runs) {
        this.runs = runs;
    }

    @ConcurrencyLimited
    @GetMapping("/runs/{id}/matrices")
    Matrices ofRun(@PathVariable String id) throws IOException {
        return Matrices.of(of(runs.named(List.of(id)), Filter.ALL));
    }

    /** @param number number of the matrix in the answer of {@code /runs/{id}/matrices}, from 0 */
    @ConcurrencyLimited
    @GetMapping("/runs/{id}/matrices/{number:[0-9]+}.{ending:[a-z]+}")
    ResponseEntity<byte[]> heatMapOfRun(@PathVariable String id, @PathVariable int number, @PathVariable String ending,
            @RequestParam(defaultValue = "light") String theme) throws IOException {
        var run = runs.named(List.of(id));
        return heatMap(of(run, Filter.ALL), number, ending, theme, run.getFirst().filename() + ", run " + id);
    }

    /** Returns the matrices of the runs that the parameters name, or that have rows matching their filters. */
    @ConcurrencyLimited
    @OwnParameters
    @GetMapping("/matrices")
    Matrices matrices(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        return Matrices.of(of(selection.of(runs), selection.filter()));
    }

    /** @param number number of the matrix in the answer of {@code /matrices} to the same parameters, from 0 */
    @ConcurrencyLimited
    @OwnParameters
    @GetMapping("/matrices/{number:[0-9]+}.{ending:[a-z]+}")
    ResponseEntity<byte[]> heatMap(@PathVariable int number, @PathVariable String ending,
            @RequestParam(defaultValue = "light") String theme, HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap(), THEME);
        var named = selection.of(runs);
        var files = named.stream().map(StoredRun::filename).distinct().toList();
        var source = files.isEmpty()
                ? ""
                : named.size() + (named.size() == 1 ? " run of " : " runs of ") + files.getFirst()
                        + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : "");
        return heatMap(of(named, selection.filter()), number, ending, theme, source);
    }

    private ResponseEntity<byte[]> heatMap(List<HeatMatrix> all, int number, String ending, String theme, String source)
            throws IOException {
        var format = ViewResponses.format(ending);
        var look = ViewResponses.look(theme);
        if (number >= all.size()) {
            throw Refused.notFound(
                    "There are " + all.size() + " matrices in what is asked for, none with the number " + number + ".");
        }
        var figure = MatrixFigure.of(all.get(number), source);
        var name = figure.name() + (format.isPicture() && look == Background.DARK ? "-dark." : ".") + format.id();
        return ViewResponses.answer(format.of(figure, look), format, name);
    }

    private List<HeatMatrix> of(List<StoredRun> named, Filter filter) throws IOException {
        var evidence = runs.evidence(named, filter);
        var observations = PlacedObservation.of(evidence.observations(), evidence.facts(),
                StoredRuns.circumstances(evidence.facts()));
        var all = new ArrayList<>(PairMatrices.of(observations));
        all.addAll(RankMatrices.of(observations));
        return all;
    }

    /** @param items matrices of pairs, in the order of the files, followed by those of ranks */
    record Matrices(List<Item> items) {

        static Matrices of(List<HeatMatrix> all) {
            return new Matrices(
                    IntStream.range(0, all.size()).mapToObj(number -> Item.of(number, all.get(number))).toList());
        }
    }

    /**
     * @param number number in URLs of heat maps
     * @param kind   {@code pairs}, {@code ranks_together} or {@code ranks_alone}
     * @param group  title without the message size
     * @param from   lowest value of the colour scale
     * @param to     highest value of the colour scale, which is the largest cell
     * @param cells  cells by row, then by column; null = not measured
     * @param runs   number of runs with measurements for the matrix
     */
    record Item(int number, String kind, String title, String group, @Nullable Long bytes, String metric, String label,
            @Nullable String unit, List<String> rows, List<String> columns, double from, double to,
            List<List<HeatMatrix.@Nullable MatrixCell>> cells, int runs) {

        static Item of(int number, HeatMatrix matrix) {
            var value = matrix.value();
            return new Item(number, matrix.kind().name().toLowerCase(Locale.ROOT), matrix.title(), matrix.group(),
                    matrix.bytes(), value.name(), value.label(), value.unit(), matrix.rows(), matrix.columns(),
                    matrix.scaleFrom(), matrix.highest(), matrix.cells(), matrix.runs().size());
        }
    }
}
