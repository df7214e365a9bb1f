package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.bench.HostCopy;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.plan.Clusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** A plan of a family that gpucomm does not come with: two processes a step, on a host without a GPU. */
class FamilyPlanTest {

    @TempDir
    Path folder;

    @Test
    void aFamilyIsPlannedAsAnyOther() throws Exception {
        var plan = Files.writeString(folder.resolve("copies.yaml"), """
                family: host
                operations: memcpy
                processes: 2
                repetitions: 2
                sizes: {from: 1K, to: 4K, factor: 2}
                iterations: 5
                options: [--code-warmups, 10]
                """);
        var results = folder.resolve("copies.csv");
        assertThat(run(plan, "-O", results.toString())).isZero();
        assertThat(Parsed.rows(results)).extracting(row -> row.section(), row -> row.stack().library(),
                row -> row.workload().messageSize().count(), row -> row.platform().ranks(),
                row -> String.valueOf(row.outcome().wrong())).containsExactly(row(1, 1024), row(1, 2048), row(1, 4096),
                        row(2, 1024), row(2, 2048), row(2, 4096));
        var before = Files.readString(results);
        assertThat(run(plan, "-O", results.toString(), "--resume")).isZero();
        assertThat(results).hasContent(before);
    }

    private static org.assertj.core.groups.Tuple row(int section, long bytes) {
        return tuple(section, "host", bytes, 2, "0");
    }

    private static int run(Path plan, String... options) {
        var program = FakeGpus.java(HostCopy.class.getName());
        var clusters = new Clusters(List.of(), List.of(),
                new Clusters.Kubernetes(null, null, Map.of(), Map.of(), Map.of(), List.of()));
        var out = new PrintWriter(new StringWriter(), true);
        var launcher = new ProcessLauncher(new CommandLines(program, LaunchMethod.DIRECT, clusters), Redirect.DISCARD,
                out);
        var command = new RunCommand(List.of(Bench.NCCL, HostCopy.ABOUT), launcher, System.err);
        var arguments = new java.util.ArrayList<>(List.of(plan.toString()));
        arguments.addAll(List.of(options));
        return new CommandLine(command).setOut(out).execute(arguments.toArray(String[]::new));
    }
}
