package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.results.Bench;
import org.junit.jupiter.api.Test;

/** The tables of docs/bench.md are those of the one list. */
class DocumentationTest {

    @Test
    void everyOperationOfEveryFamilyIsInItsTable() throws Exception {
        var page = Files.readString(Path.of("../docs/bench.md"));
        for (var family : Bench.ALL) {
            assertThat(page).contains("gpucomm bench " + (family == Bench.NCCL ? "" : family.id() + " "));
            for (var item : family.operations()) {
                var row = "| `" + item.operation().id() + "` | " + item.sentence() + " |\n";
                assertThat(page).as(family.id()).contains(row);
            }
        }
    }
}
