package org.gpucomm.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The version that the commands print. */
class RunnerVersionTest {

    @ParameterizedTest
    @ValueSource(strings = {"--version", "bench --version", "doctor --version"})
    void everyCommandPrintsIt(String command) {
        var printed = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(printed, true)).execute(command.split(" "))).isZero();
        assertThat(printed.toString()).startsWith("gpucomm ");
    }
}
