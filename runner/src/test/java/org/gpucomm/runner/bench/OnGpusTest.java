package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real CUDA and NCCL, on whatever GPUs are here: {@code mvn -pl results,runner test -Dgroups=gpu -DexcludedGroups=}. */
@Tag("gpu")
class OnGpusTest {

    private static final Set<String> NOT_IN_PLACE = Set.of("alltoall", "alltoallv", "sendrecv", "moe_dispatch",
            "moe_combine");

    @ParameterizedTest
    @ValueSource(
            strings = {"all_reduce", "all_gather", "reduce_scatter", "alltoall", "alltoallv", "broadcast", "reduce",
                    "gather", "scatter", "sendrecv", "hypercube", "moe_dispatch", "moe_combine"})
    void everyOperationArrivesAsItMust(String operation) {
        var outcome = FakeGpus.bench(System.getenv(), operation, "-b", "256", "-e", "64M", "-f", "16", "-d",
                "float,half,bfloat16,int8");
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(outcome.rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.wrong()).isEqualTo("0");
            assertThat(row.wrongInPlace()).isEqualTo(NOT_IN_PLACE.contains(operation) ? "N/A" : "0");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_reduce", "reduce_scatter", "reduce"})
    void everyTypeReducesInEveryWay(String operation) {
        var outcome = FakeGpus.bench(System.getenv(), operation, "-b", "1M", "-e", "1M", "-d", "all", "-o", "all");
        assertThat(outcome.rows()).isNotEmpty()
                .allSatisfy(row -> assertThat(row.wrong()).as(row.toString()).isEqualTo("0"));
    }
}
