package org.gpucomm.figures.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;

import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Scale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AxisTicksTest {

    /** The dashboard's own test reads it too. */
    private static final Path CASES = Path.of("../frontend/src/chart/axes.json");

    @Test
    void axesEndAndHaveTicksAsOnTheDashboard() throws IOException {
        for (var example : JsonMapper.shared().readTree(Files.readString(CASES))) {
            var name = example.get("name").asString();
            var include = example.has("include") ? example.get("include").asDouble() : null;
            var scale = Scale.valueOf(example.get("scale").asString().toUpperCase(Locale.ROOT));
            var axis = new View.Axis("", "", View.Unit.of(example.get("unit").asString()), scale, include);
            var values = new ArrayList<Double>();
            example.get("values").forEach(value -> values.add(value.asDouble()));
            if (include != null && scale.isLogarithmic()) {
                // A line stands there.
                values.add(include);
            }
            var found = example.get("side").asString().equals("x")
                    ? AxisTicks.x(axis, values, null)
                    : AxisTicks.y(axis, values, null);
            var texts = new ArrayList<String>();
            example.get("ticks").forEach(text -> texts.add(text.asString()));
            assertThat(found.ticks()).as(name).extracting(Tick::label).isEqualTo(texts);
            double least = example.get("ends").get(0).asDouble();
            double most = example.get("ends").get(1).asDouble();
            assertThat(found.min()).as(name).isEqualTo(least, within(1e-5 * Math.abs(least)));
            assertThat(found.max()).as(name).isEqualTo(most, within(1e-5 * Math.abs(most)));
        }
    }
}
