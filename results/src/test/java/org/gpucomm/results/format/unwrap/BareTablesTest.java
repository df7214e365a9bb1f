package org.gpucomm.results.format.unwrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Reading;
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

    /** A terminal of 60 columns broke header and rows; what was copied from it reads as it was printed. */
    @Test
    void linesThatATerminalBrokeArePutTogether() throws Exception {
        var header = "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations";
        var row = "%-10d %17s %17s %17s %11d";
        var printed = List.of("# OSU MPI-CUDA Allreduce Latency Test v7.3", header,
                row.formatted(8, "19.31", "12.08", "27.75", 1000), row.formatted(16, "19.95", "12.44", "28.01", 1000));
        var broken = new StringBuilder();
        for (var line : printed) {
            for (int from = 0; from < line.length(); from += 60) {
                broken.append(line, from, Math.min(line.length(), from + 60)).append('\n');
            }
        }
        var reading = Reading.ofText(broken.toString(), "x.log");
        assertThat(reading.wrappings()).containsExactly("broken-lines");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.outcome().timeMax() + " " + m.workload().iterations())
                .containsExactly("27.75 \u00b5s 1000", "28.01 \u00b5s 1000");
        assertThat(reading.entries().stream().map(Entry::line).filter(line -> line > 0)).doesNotHaveDuplicates()
                .hasSize(7);
    }

    @Test
    void aLineOfTheLibraryIsNoPieceOfTheLineBefore() throws IOException {
        var full = "x".repeat(60);
        var library = "node-1:17:18 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] via P2P/IPC";
        assertThat(BrokenLines.joined(List.of(full, library), 60, Set.of())).extracting(Line::text).containsExactly(
                full,
                library);
        assertThat(BrokenLines.joined(List.of(full, "and on"), 60, Set.of())).extracting(Line::text)
                .containsExactly(full + "and on");
    }

    /** {@code mpiexec -l} of MPICH, with a tag before every piece that was flushed. */
    @Test
    void tagsOfMpichWithinARowAreTakenOut() throws Exception {
        var reading = Reading.ofText("""
                [0] #                                                              out-of-place                       in-place
                [0] #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                [0] #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                [0]      1048576        262144     float     sum      -1[0]    1626.5    0.64    1.24      0[0]    2302.3    0.46    0.87      0
                [0]      2097152        524288     float     sum      -1[0]    2325.3    0.90    1.73      0[0]     416.7    5.03    9.65      0
                """, "all_reduce.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.outcome().time() + " " + m.outcome().busbw())
                .containsExactly("1626.5 \u00b5s 1.24 GB/s", "2302.3 \u00b5s 0.87 GB/s", "2325.3 \u00b5s 1.73 GB/s",
                        "416.7 \u00b5s 9.65 GB/s");
    }
}
