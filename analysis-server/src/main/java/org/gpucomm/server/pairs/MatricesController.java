package org.gpucomm.server.pairs;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.stored.StoredEvidence;
import org.gpucomm.server.analysis.stored.StoredRun;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.gpucomm.server.figures.Face;
import org.gpucomm.server.figures.chart.Look;
import org.gpucomm.server.figures.view.ViewFaces;
import org.gpucomm.server.series.Filter;
import org.gpucomm.server.web.BadParameter;
import org.gpucomm.server.web.NotFound;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** This controller says what a run measured between each pair of devices, as numbers and as heat maps. */
@RestController
@RequestMapping("/api/v1/runs/{id}")
class MatricesController {

    private final StoredRuns runs;
    private final StoredEvidence stored;

    MatricesController(StoredRuns runs, StoredEvidence stored) {
        this.runs = runs;
        this.stored = stored;
    }

    @GetMapping("/matrices")
    Matrices matrices(@PathVariable String id) throws IOException {
        var all = of(run(id));
        return new Matrices(
                IntStream.range(0, all.size()).mapToObj(number -> Item.of(number, all.get(number))).toList());
    }

    /** @param number of the matrix in the answer of {@code /matrices}, from 0 */
    @GetMapping("/matrices/{number:[0-9]+}.{ending:[a-z]+}")
    ResponseEntity<byte[]> heatMap(@PathVariable String id, @PathVariable int number, @PathVariable String ending,
            @RequestParam(defaultValue = "light") String theme) throws IOException {
        var face = ViewFaces.format(ending);
        var look = Look.ofId(theme).orElseThrow(() -> new BadParameter(
                "theme must be " + String.join(" or ", Look.ids()) + ", was '" + theme + "'"));
        var run = run(id);
        var all = of(run);
        if (number >= all.size()) {
            throw new NotFound("Run " + id + " has " + all.size() + " matrices, none with the number " + number + ".");
        }
        var figure = MatrixFigure.of(all.get(number), run.filename() + ", run " + id);
        return answer(face, figure.name() + (face.isPicture() && look == Look.DARK ? "-dark" : ""),
                face.of(figure, look));
    }

    private static ResponseEntity<byte[]> answer(Face face, String name, byte[] bytes) {
        return ResponseEntity.ok().contentType(MediaType.parseMediaType(face.mediaType()))
                .header("Content-Disposition", "inline; filename=\"" + name + "." + face.id() + "\"").body(bytes);
    }

    private StoredRun run(String id) {
        return runs.named(List.of(id)).getFirst();
    }

    private List<PairMatrix> of(StoredRun run) throws IOException {
        return PairMatrix.of(stored.of(List.of(run), Filter.ALL).observations().stream().map(Observation::measurement)
                .toList());
    }

    /** @param items in the order of the file */
    record Matrices(List<Item> items) {}

    /**
     * One matrix.
     *
     * @param number its address
     * @param from   value where the scale of colours begins
     * @param to     value where it ends: the largest
     * @param cells  by row, then by column; null = not measured
     */
    record Item(int number, String title, String metric, String label, @Nullable String unit, List<String> rows,
            List<String> columns, double from, double to, List<List<PairMatrix.@Nullable MatrixCell>> cells) {

        static Item of(int number, PairMatrix matrix) {
            return new Item(number, matrix.title(), matrix.metric().name(), matrix.metric().label(),
                    matrix.metric().unit(), matrix.rows(), matrix.columns(), matrix.scaleFrom(), matrix.highest(),
                    matrix.cells());
        }
    }
}
