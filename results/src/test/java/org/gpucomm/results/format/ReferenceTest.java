package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Published tables and the output of a machine with four H200s, where they lie beside the checkout. */
class ReferenceTest {

    private static final Path H200 = Path.of("../../shared/reference/h200");
    private static final Path PUBLISHED = Path.of("../../shared/reference/published");

    @ParameterizedTest
    @MethodSource("reference")
    void outputOfFourH200sIsReadWhole(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var reading = Reading.ofFile(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.entries()).noneMatch(entry -> entry instanceof Entry.Note note
                && note.facts().stream().anyMatch(Entry.Fact::isFlag));
        if (log.endsWith("jacobi-all-variants.log")) {
            assertThat(reading.measurements()).hasSize(20);
            assertThat(reading.measurements()).extracting(m -> m.stack().library()).doesNotContainNull();
            assertThat(reading.measurements()).extracting(Measurement::section).doesNotHaveDuplicates();
        } else if (log.endsWith("nvshmem-alltoall-on-stream.log")) {
            assertThat(reading.measurements()).hasSize(18)
                    .extracting(m -> m.section() + ": " + m.platform().ranks() + " " + m.workload().variant())
                    .containsOnly("1: 2 host+on_stream", "2: 4 host+on_stream");
        }
    }

    @Test
    void thePublishedTablesLoseNoRow() throws Exception {
        assumeTrue(Files.isDirectory(PUBLISHED), "no collection of real logs beside the checkout");
        assertThat(rows("nccl_all_reduce") + rows("nccl_all_gather") + rows("nccl_alltoall")).isEqualTo(230);
        assertThat(rows("jacobi")).isEqualTo(28);
        assertThat(rows("nvshmem_alltoall_host") + rows("nvshmem_alltoall_device")).isEqualTo(75);
        assertThat(rows("libefaxx_sendrecv") + rows("libefaxx_write") + rows("libefaxx_all2all")
                + rows("libefaxx_proxy") + rows("libefaxx_queue")).isEqualTo(22 + 52 + 30 + 32 + 16);
    }

    private static int rows(String table) throws Exception {
        var reading = Reading.ofFile(PUBLISHED.resolve(table + ".csv"));
        assertThat(reading.problems()).isEmpty();
        return reading.measurements().size();
    }

    static Stream<Path> reference() throws IOException {
        if (!Files.isDirectory(H200)) {
            return Stream.of(Path.of("none"));
        }
        try (var files = Files.list(H200)) {
            return files.filter(file -> file.toString().endsWith(".log")).sorted().toList().stream();
        }
    }
}
