package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.cli.report.ReportCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** From the plan that repeats the study's set to the page that holds it against the study: two commands, here on fake GPUs. */
@Timeout(300)
class ReportOfFakesTest {

    @TempDir
    Path folder;

    @Test
    void theRowsOfThePlanAreHeldAgainstEachClaimThatTheyAreOf() throws Exception {
        var plan = Files.writeString(folder.resolve("study.yaml"), Files
                .readString(Path.of("../data/h200/study.yaml")).replaceAll("from: \\w+, to: \\w+", "from: 1M, to: 4M")
                .replace("repetitions: 3", "repetitions: 1").replace("iterations: 20", "iterations: 3")
                .replace("    warmups: 0", "    warmups: 0\n    options: [--problem, 64x100, --steps, \"43\"]"));
        var rows = folder.resolve("mine.csv");
        var ended = Runner.onFakes(folder, 2).run("run", plan.toString(), "-O", rows.toString());
        assertThat(rows).as(ended.output()).exists();
        var page = folder.resolve("mine.html");
        assertThat(new CommandLine(new ReportCommand()).execute("--out", page.toString(), rows.toString())).isZero();
        var html = Files.readString(page).replaceAll("base64,[^\"]*", "");
        assertThat(html).contains("at 3 places", "times the time of nccl on 2 GPUs",
                "Not in your measurements: the same operation");
        assertThat(html).contains("mine.csv").doesNotContain("NaN");
    }
}
