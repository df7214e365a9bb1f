package org.gpucomm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

class ProgressTest {

    private final StringWriter err = new StringWriter();

    @Test
    void onATerminalOneLineChangesFromTheSecondSecondOnAndIsClearedAtTheEnd() {
        try (var progress = new Progress("explain", true, new PrintWriter(err))) {
            progress.doing("reading debug.log");
            progress.report(1);
            assertThat(err.toString()).isEmpty();
            progress.report(2);
            progress.report(3);
        }
        assertThat(err.toString().split("\r\u001b\\[K", -1)).containsExactly("",
                "gpucomm explain: reading debug.log, 2 s", "gpucomm explain: reading debug.log, 3 s", "");
    }

    @Test
    void elsewhereALineComesEveryTenSecondsWithoutCodesOfATerminal() {
        try (var progress = new Progress("convert", false, new PrintWriter(err))) {
            progress.doing("reading debug.log");
            for (int second = 1; second <= 25; second++) {
                progress.report(second);
            }
        }
        assertThat(err.toString().lines()).containsExactly("gpucomm convert: reading debug.log, 10 s",
                "gpucomm convert: reading debug.log, 20 s");
    }

    @Test
    void nothingIsReportedWhileResultsShowWhatHappens() {
        try (var progress = new Progress("convert", true, new PrintWriter(err))) {
            progress.report(30);
        }
        assertThat(err.toString()).isEmpty();
    }
}
