package org.gpucomm.figures.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Series.Stroke;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SeriesStylesTest {

    /** The dashboard's own test reads it too. */
    private static final Path CASES = Path.of("../frontend/src/chart/inks.json");

    @Test
    void curvesLookAsOnTheDashboard() throws IOException {
        for (var example : JsonMapper.shared().readTree(Files.readString(CASES))) {
            var found = SeriesStyles.of(keys(example.get("keys")));
            var looks = new ArrayList<String>();
            found.forEach(pencil -> looks.add(pencil.hue().id() + " " + pencil.depth() + " "
                    + pencil.marker().name().toLowerCase(java.util.Locale.ROOT) + " "
                    + (pencil.line() == Stroke.DASH_DOTTED)));
            var expected = new ArrayList<String>();
            for (var ink : example.get("inks")) {
                var depth = ink.get("depth").isNull() ? "null" : String.valueOf(ink.get("depth").asDouble());
                expected.add(ink.get("hue").asString() + " " + depth + " " + ink.get("marker").asString() + " "
                        + ink.get("broken").asBoolean());
            }
            assertThat(looks).as(example.get("name").asString()).isEqualTo(expected);
        }
    }

    @Test
    void twelveKindsDifferWithoutTheirColours() {
        var kinds = new ArrayList<Map<String, String>>();
        for (int i = 0; i < 12; i++) {
            kinds.add(Map.of("tool", "tool " + i));
        }
        var looks = new HashSet<String>();
        SeriesStyles.of(kinds).forEach(pencil -> looks.add(pencil.marker() + " " + pencil.line()));
        assertThat(looks).hasSize(12);
    }

    /** The dashboard's test names the same colours. */
    @Test
    void shadesAreThoseOfTheDashboard() {
        assertThat(List.of(SeriesColor.shade(Hue.BLUE, 0).color(), SeriesColor.shade(Hue.BLUE, 1).color()))
                .containsExactly("#53acf0", "#02314f");
        assertThat(SeriesColor.shade(Hue.VERMILLION, 0.5).dark()).isEqualTo(0xea7729);
    }

    private static List<Map<String, String>> keys(JsonNode nodes) {
        var keys = new ArrayList<Map<String, String>>();
        for (var node : nodes) {
            var key = new LinkedHashMap<String, String>();
            node.properties().forEach(part -> key.put(part.getKey(), part.getValue().asString()));
            keys.add(key);
        }
        return keys;
    }
}
