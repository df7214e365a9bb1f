package org.gpucomm.figures;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Numbers;

/** Writer of all points of a figure as {@code figure,panel,series,x,y}, with numbers at full precision. */
public final class PointsCsv {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private PointsCsv() {}

    public static String of(Figure figure) {
        var out = new StringBuilder();
        try {
            FORMAT.printRecord(out, "figure", "panel", "series", "x", "y");
            for (var panel : figure.panels()) {
                for (var series : panel.series()) {
                    for (var point : series.points()) {
                        FORMAT.printRecord(out, figure.name(), SpreadsheetCell.write(panel.name()),
                                SpreadsheetCell.write(series.name()),
                                panel.x().textOf(point.x()), Numbers.plain(point.y()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
