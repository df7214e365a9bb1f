package org.gpucomm.runner.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Objects;

import org.gpucomm.results.Measurement;

/** The table on the terminal, read again as a log, held against the file of the same run. */
public final class PrintedTable {

    private PrintedTable() {}

    /** Asserts that both say the same, but for the digits that a table has no room for. */
    public static void saysWhatIsIn(Path file, String table) throws Exception {
        var printed = Parsed.rows(table.getBytes(UTF_8), "bench.log");
        var kept = Parsed.rows(file);
        assertThat(printed).extracting(PrintedTable::identity).isNotEmpty()
                .containsExactlyElementsOf(kept.stream().map(PrintedTable::identity).toList());
        for (int i = 0; i < kept.size(); i++) {
            double time = micros(kept.get(i));
            assertThat(micros(printed.get(i))).isCloseTo(time, within(Math.max(0.005, time * 0.05)));
        }
    }

    private static String identity(Measurement row) {
        return row.workload().withIterations(null) + " of " + row.stack() + " on " + row.platform().ranks() + ", "
                + row.settings().sortedText() + ": " + row.outcome().wrong() + " wrong, "
                + row.outcome().metrics().sortedText();
    }

    private static double micros(Measurement row) {
        return Objects.requireNonNull(row.outcome().time()).doubleValue();
    }
}
