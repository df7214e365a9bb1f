package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.draw.Pictures;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** CSV, JSON and pictures are faces of one value. */
class FacesTest {

    @Test
    void csvAndJsonHoldTheSamePoints() throws IOException {
        for (var figure : Bundle.figures()) {
            assertThat(csv(figure)).as(figure.name()).isEqualTo(json(figure)).isNotEmpty();
        }
    }

    @Test
    void jsonNamesWhatADashboardNeeds() throws IOException {
        var json = JsonMapper.shared().readTree(FigureJson.of(Bundle.figure("ladder_3200gbps", Style.GPUCOMM)).text());
        var panel = json.get("panels").get(0);
        assertThat(json.get("style").asString()).isEqualTo("gpucomm");
        assertThat(panel.get("kind").asString()).isEqualTo("bar");
        assertThat(panel.get("x").get("scale").asString()).isEqualTo("category");
        assertThat(panel.get("references").get(0).get("y").asDouble()).isEqualTo(3200);
        assertThat(panel.get("series").get(0).get("points").get(7).get("x").asString()).isEqualTo("lazy posting");
        assertThat(panel.get("series").get(0).get("points").get(7).get("y").asDouble()).isEqualTo(3108.283);
    }

    @Test
    void everyMeasuredPointIsAMarkerInTheSvg() throws IOException {
        var svg = Pictures.svg(Bundle.figure("nvshmem_size_comparison", Style.STUDY), Background.LIGHT);
        // A marker is filled and clipped by its frame; letters and legends are not clipped.
        var marker = Pattern.compile("<g style='fill:rgb[^']*' clip-path='[^']*'><path ");
        assertThat(marker.matcher(svg).results().count()).isEqualTo(75);
    }

    @Test
    void theStudysPicturesHaveItsSizes() throws IOException {
        assertThat(sizes()).containsExactly("3567x1768", "5367x1768", "4767x1775", "4767x1768", "4771x2968");
    }

    private static List<String> sizes() throws IOException {
        return Bundle.figures().stream().filter(figure -> figure.style() == Style.STUDY).map(Figure::sheet)
                .map(sheet -> sheet.width() + "x" + sheet.height()).toList();
    }

    /** A name that a spreadsheet would run, {@code +overlap}, has an apostrophe in front, which is none of the name. */
    private static List<String> csv(Figure figure) throws IOException {
        try (var parser = CSVParser.parse(new StringReader(PointsCsv.of(figure)),
                CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            return parser.stream().map(record -> record.get("panel") + "|"
                    + record.get("series").replaceFirst("^'(?=[+=@-])", "") + "|"
                    + record.get("x") + "|" + record.get("y")).toList();
        }
    }

    private static List<String> json(Figure figure) {
        var points = new ArrayList<String>();
        var json = JsonMapper.shared().readTree(FigureJson.of(figure).text());
        for (var panel : json.get("panels")) {
            for (var series : panel.get("series")) {
                for (var point : series.get("points")) {
                    points.add(panel.get("title").asString() + "|" + series.get("name").asString() + "|"
                            + shown(point.get("x")) + "|" + shown(point.get("y")));
                }
            }
        }
        return points;
    }

    private static String shown(JsonNode value) {
        return value.isString()
                ? value.asString()
                : new java.math.BigDecimal(value.asString()).stripTrailingZeros().toPlainString();
    }
}
