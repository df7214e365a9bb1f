package org.gpucomm.results.format.wrapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Line;
import org.junit.jupiter.api.Test;

/** Tables in nothing, of numbers that look like ranks, times and numbers of lines: no prefix may take any. */
class BareTablesTest {

    private static final List<String> SEPARATORS = List.of("\t", " ", "   ", ":", ": ", ",", "|", " | ", "-", "\t\t");
    private static final List<LongUnaryOperator> FIRST_COLUMNS = List.of(i -> i + 1, i -> i, i -> 1L << i % 40,
            i -> 1_400_000_000L + i * 1_000_000, i -> 1_782_900_000L + i, i -> 1_782_900_000_000L + 250 * i,
            i -> i % 8, i -> 2 * i + 8, i -> 20_260_701_101_112L + i, i -> 1_000_000 - i);
    private static final List<String> HEADERS = List.of("size", "# size", "GPUs", "Size(Bytes)", "#bytes", "nodes");

    @Test
    void noNumberIsTakenFromTheRowsOfATableWithAHeader() throws Exception {
        for (int seed = 0; seed < 2000; seed++) {
            var random = new Random(seed);
            var separator = pick(SEPARATORS, random);
            if (separator.equals(": ")) {
                continue; // what srun -l makes of numbers
            }
            var first = pick(FIRST_COLUMNS, random);
            var format = pick(List.of("%d", "%d", "%6d", "%12d"), random);
            int columns = 1 + random.nextInt(5);
            var table = new ArrayList<String>();
            table.add(pick(HEADERS, random) + separator + "time" + (separator + "busbw").repeat(columns));
            for (int i = 0; i < 3 + random.nextInt(100); i++) {
                table.add(format.formatted(first.applyAsLong(i)) + separator + IntStream.rangeClosed(0, columns)
                        .mapToObj(column -> "%.2f".formatted(random.nextDouble() * 1000))
                        .collect(Collectors.joining(separator)));
            }
            assertThat(unwrapped(table)).as("seed %d", seed).isEqualTo(table);
        }
    }

    private static List<String> unwrapped(List<String> texts) throws Exception {
        var at = new AtomicInteger();
        var unwrapper = Unwrapper.of(
                () -> at.get() < texts.size() ? Line.of(at.get() + 1, texts.get(at.getAndIncrement())) : null);
        var lines = new ArrayList<String>();
        for (var line = unwrapper.next(); line != null; line = unwrapper.next()) {
            unwrapper.before().forEach(each -> lines.add(each.text()));
            lines.add(line.text());
        }
        return lines;
    }

    private static <T> T pick(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
