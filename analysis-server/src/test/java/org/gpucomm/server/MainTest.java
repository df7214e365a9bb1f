package org.gpucomm.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the command line offers, although only the command that is named is looked at. */
@Isolated
class MainTest {

    @Test
    void helpListsEveryCommand() {
        var said = said(() -> Main.execute("--help"), 0);
        assertThat(said)
                .containsSubsequence("Look at results:", "explain", "Measure:", "bench", "Serve a team:", "serve",
                        "Administer:", "backup")
                .doesNotContainPattern(",\\R");
        assertThat(said).contains("serve", "figures", "report", "convert", "upload", "explain", "compare", "next",
                "tune",
                "accept", "token", "bench", "run", "doctor");
    }

    @Test
    void aCommandHasItsOwnHelp() {
        assertThat(said(() -> Main.execute("convert", "--help"), 0)).contains("Usage: gpucomm convert", "--problems");
    }

    @Test
    void everyCommandPrintsTheVersion() {
        assertThat(said(() -> Main.execute("convert", "--version"), 0)).startsWith("gpucomm ").contains("commit ");
    }

    @Test
    void aMisspelledCommandIsToldTheCommandsThatAreThere() {
        assertThat(said(() -> Main.execute("conver", "a.log"), 2)).contains("unknown command 'conver'",
                "gpucomm convert");
    }

    private static String said(IntSupplier command, int code) {
        var out = System.out;
        var err = System.err;
        var said = new ByteArrayOutputStream();
        var both = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        try {
            assertThat(command.getAsInt()).isEqualTo(code);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
