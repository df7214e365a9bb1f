package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** What people pasted into public threads, where the collection of it lies beside the checkout: each number is read, or a problem. */
class ThreadsTest {

    private static final Path THREADS = Path.of("../../shared/notes/threads");
    private static final Pattern CELL = Pattern.compile("[\\s|,;:=()\"]+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
    private static final int OF_A_ROW = 4;

    /** What is read of each file: measurements and problems; prose about bandwidths has no row. */
    private static final List<Arguments> FILES = List.of(
            arguments("cscs-nvshmem-alltoall_latency-gh200-8pe.log", 77, 0),
            arguments("deepep-155-half.log", 4, 4),
            arguments("deepep-28-phases.log", 6, 0),
            arguments("dgx-spark-103-nccl-tests-2.20.0.log", 8, 0),
            arguments("dgx-spark-25-nccl-tests-2.17.6.log", 2, 0),
            arguments("dstack-3961-p6-b200.log", 12, 0),
            arguments("ibm-pcb-1-torch-vs-nccl-tests.log", 10, 0),
            arguments("nccl-tests-309-acceptable.txt", 0, 0),
            arguments("nccl-tests-313-h20-fixed-58us.log", 6, 0),
            arguments("nccl-tests-389-b200.log", 0, 0),
            arguments("nvcre-results.json", 1, 0),
            arguments("nvshmem-39-reduction-on-stream.log", 7, 1),
            arguments("nvshmem-pr76-efa-alltoall-3.6.5.log", 29, 1),
            arguments("nvshmem-pr93-reducescatter-inert-size.log", 6, 1),
            arguments("rccl-1490-cliff-2MiB.log", 10, 1));

    @ParameterizedTest
    @FieldSource("FILES")
    void itsMeasurementsAreAllThere(String name, int measurements, int problems) throws Exception {
        assumeThat(THREADS).as("no collection of real logs beside the checkout").isDirectory();
        try {
            var reading = Reading.ofFile(THREADS.resolve(name));
            assertThat(reading.measurements()).hasSize(measurements);
            assertThat(reading.problems()).hasSize(problems);
        } catch (UnreadableFile refused) {
            assertThat(measurements + problems).as(refused.getMessage()).isZero();
        }
    }

    /** A line with several numbers in no heading is a row or a problem, and what a row says stands in its line. */
    @Test
    void noLineOfNumbersIsLostInSilence() throws Exception {
        assumeThat(THREADS).as("no collection of real logs beside the checkout").isDirectory();
        var faults = new ArrayList<String>();
        int rows = 0;
        for (var file : files()) {
            var reading = Reading.ofFile(file);
            var lines = Files.readAllLines(file);
            var said = new HashSet<Long>();
            reading.problems().forEach(problem -> said.add(problem.line()));
            for (var row : reading.rows()) {
                said.add(row.line());
                rows++;
                var cells = cells(lines.get((int) row.line() - 1));
                row.measurements().stream().flatMap(ThreadsTest::numbers).filter(number -> !cells.contains(number))
                        .forEach(number -> faults.add(file.getFileName() + ":" + row.line() + " has no " + number));
            }
            for (int at = 0; at < lines.size(); at++) {
                if (isOfNumbers(lines.get(at)) && !said.contains(at + 1L)) {
                    faults.add(file.getFileName() + ":" + (at + 1) + " is lost: " + lines.get(at));
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(rows).isGreaterThan(120);
    }

    private static boolean isOfNumbers(String line) {
        return !line.stripLeading().startsWith("#")
                && cells(line).stream().filter(cell -> NUMBER.matcher(cell).matches()).count() >= OF_A_ROW
                && cells(line).stream().filter(cell -> cell.chars().allMatch(Character::isLetter)).count() < OF_A_ROW;
    }

    private static List<String> cells(String line) {
        return List.of(CELL.split(line.strip()));
    }

    private static Stream<String> numbers(Measurement m) {
        var out = m.outcome();
        return Stream.of(out.time(), out.algbw(), out.busbw()).filter(Objects::nonNull)
                .map(value -> value.toString().split(" ")[0]);
    }

    private static List<Path> files() {
        return FILES.stream().map(file -> THREADS.resolve((String) file.get()[0])).toList();
    }
}
