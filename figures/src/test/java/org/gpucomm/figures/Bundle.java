package org.gpucomm.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Style;

/** The bundled figures and results for tests; the latter also read in the plainest way, to recompute numbers from. */
public final class Bundle {

    private Bundle() {}

    public static Figure figure(String name, Style style) throws IOException {
        return Catalogue.bundled().find(name, style).orElseThrow().read().of(Results.bundled().rows());
    }

    public static List<Figure> figures() throws IOException {
        var rows = Results.bundled().rows();
        return Catalogue.bundled().entries().stream().map(entry -> entry.read().of(rows)).toList();
    }

    /** Rows of one bundled file as maps from column to text, split at commas. */
    public static List<Map<String, String>> rows(String path) throws IOException {
        try (var in = new BufferedReader(
                new InputStreamReader(new BundledFile(path, "0000000000000000", List.of(), List.of()).open(),
                        StandardCharsets.UTF_8))) {
            var lines = in.readAllLines();
            var header = lines.getFirst().split(",", -1);
            var rows = new ArrayList<Map<String, String>>();
            for (var line : lines.subList(1, lines.size())) {
                var cells = line.split(",", -1);
                var row = new HashMap<String, String>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], cells[i]);
                }
                rows.add(row);
            }
            return rows;
        }
    }

    public static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }
}
