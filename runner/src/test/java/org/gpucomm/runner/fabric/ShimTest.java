package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code native/shim/fabric} between two processes over real providers of this host: {@code native/test/fabric.c}. */
class ShimTest {

    private static final int NOT_HERE = 77;

    @TempDir
    static Path folder;

    @ParameterizedTest
    @CsvSource({"tcp, lo", "shm, shm"})
    void everyKindOfTransferBringsItsBytesAndNothingWaitsForEver(String provider, String domain) throws Exception {
        var program = program();
        var run = run(program.toString(), provider, domain);
        assumeTrue(run.code != NOT_HERE, run.output);
        assertThat(run.code).as(run.output).isZero();
        assertThat(run.output).contains(provider + " over " + domain + ": ok", "a killed peer: ");
    }

    @Test
    void withoutLibfabricsHeadersTheBuildSaysSoAndGoesOn() throws Exception {
        var output = folder.resolve("none.so");
        var builder = new ProcessBuilder("../native/shim/fabric/build.sh", output.toString()).redirectErrorStream(true);
        builder.environment().put("CC", "no-such-compiler");
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(text).contains("no C compiler (no-such-compiler); built without libfabric");
        assertThat(output).doesNotExist();
    }

    private static synchronized Path program() throws Exception {
        assumeTrue(Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, "cc"))), "no C compiler (install gcc)");
        assumeTrue(Files.exists(Path.of("/usr/include/rdma/fabric.h")), "no libfabric (install gcc and libfabric-dev)");
        var program = folder.resolve("fabric");
        if (!Files.exists(program)) {
            var command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror",
                    "-I../native/include", "-o", program.toString(), "../native/test/fabric.c"));
            try (var sources = Files.newDirectoryStream(Path.of("../native/shim/fabric"), "*.c")) {
                sources.forEach(source -> command.add(source.toString()));
            }
            command.addAll(List.of("-pthread", "-ldl"));
            var compiled = run(command.toArray(String[]::new));
            assertThat(compiled.code).as(compiled.output).isZero();
        }
        return program;
    }

    private static Run run(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private record Run(int code, String output) {}
}
