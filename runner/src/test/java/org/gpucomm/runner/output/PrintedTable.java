package org.gpucomm.runner.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/** The table on the terminal, read again as a log, held against the file of the same run. */
public final class PrintedTable {

    private PrintedTable() {}

    /** Asserts that both say the same, but for the digits that a table has no room for. */
    public static void saysWhatIsIn(Path file, String table) throws Exception {
        var printed = Parsed.rows(table.getBytes(UTF_8), "bench.log");
        var kept = Parsed.rows(file);
        assertThat(printed).extracting(PrintedTable::identity).isNotEmpty()
                .containsExactlyElementsOf(kept.stream().map(PrintedTable::identity).toList());
        // those of single iterations have columns where -I asks for them
        boolean iterations = table.contains(" p50 ");
        for (int i = 0; i < kept.size(); i++) {
            var shown = numbers(printed.get(i), iterations);
            for (var number : numbers(kept.get(i), iterations).entrySet()) {
                double value = number.getValue();
                assertThat(shown.get(number.getKey())).as(number.getKey() + " of row " + (i + 1)).isNotNull()
                        .isCloseTo(value, within(Math.max(0.00501, Math.abs(value) * 0.05)));
            }
        }
    }

    private static String identity(Measurement row) {
        return row.workload().withIterations(null) + " of " + row.stack() + " on " + row.platform().ranks() + ", "
                + row.settings().sortedText() + ": " + row.outcome().wrong() + " wrong, "
                + row.outcome().metrics().sortedText();
    }

    private static Map<String, Double> numbers(Measurement row, boolean iterations) {
        var of = row.outcome();
        var numbers = new LinkedHashMap<String, Double>();
        put(numbers, "time", of.time(), Micros::doubleValue);
        if (iterations) {
            put(numbers, "min", of.timeMin(), Micros::doubleValue);
            put(numbers, "p50", of.timeP50(), Micros::doubleValue);
            put(numbers, "p99", of.timeP99(), Micros::doubleValue);
            put(numbers, "max", of.timeMax(), Micros::doubleValue);
        }
        put(numbers, "algbw", of.algbw(), Bandwidth::doubleValue);
        put(numbers, "busbw", of.busbw(), Bandwidth::doubleValue);
        put(numbers, "baseline", of.baseline(), Micros::doubleValue);
        put(numbers, "speedup", of.speedup(), Decimal::doubleValue);
        put(numbers, "efficiency", of.efficiency(), Decimal::doubleValue);
        return numbers;
    }

    private static <T> void put(Map<String, Double> numbers, String name, @Nullable T value,
            ToDoubleFunction<T> number) {
        if (value != null) {
            numbers.put(name, number.applyAsDouble(value));
        }
    }
}
