package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real logs, where the collection of them lies beside the checkout. Wrapped and compressed ones are not read yet, and tables
 * with XXX.XX in place of numbers have no rows. */
class CorpusTest {

    private static final Path LOGS = Path.of("../../shared/corpus/nccl-tests");
    private static final Path PUBLISHED = Path.of("../../shared/reference/published");
    private static final Pattern ROWS = Pattern.compile("\"rows\": (\\d+)");

    @ParameterizedTest
    @MethodSource("plainLogs")
    void aRealLogGivesEveryRowOfItsTablesAsARowOrAProblem(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expectedRows(log);
        var reading = Reading.ofFile(log);
        int notNamed = (int) reading.problems().stream()
                .filter(problem -> problem.reason().contains("operation is not known")).count();
        assertThat(reading.rows().size() + notNamed).isEqualTo(expected);
    }

    @Test
    void thePublishedTablesLoseNoRow() throws Exception {
        assumeTrue(Files.isDirectory(PUBLISHED), "no published tables beside the checkout");
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

    static Stream<Path> plainLogs() throws IOException {
        if (!Files.isDirectory(LOGS)) {
            return Stream.of(Path.of("none"));
        }
        var plain = new ArrayList<Path>();
        try (var files = Files.list(LOGS)) {
            for (var file : files.filter(path -> path.toString().endsWith(".log")).sorted().toList()) {
                var source = Files.readString(sourceOf(file));
                boolean plainText = source.contains("\"wrappers\": []") && !file.toString().contains("placeholder");
                if (plainText && source.contains("\"header\": \"size count")) {
                    plain.add(file);
                }
            }
        }
        return plain.stream();
    }

    private static int expectedRows(Path log) throws IOException {
        var matcher = ROWS.matcher(Files.readString(sourceOf(log)));
        int rows = 0;
        while (matcher.find()) {
            rows += Integer.parseInt(matcher.group(1));
        }
        return rows;
    }

    private static Path sourceOf(Path log) {
        return Path.of(log.toString().replace(".log", ".source.txt"));
    }
}
