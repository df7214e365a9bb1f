package org.gpucomm.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {

    @TempDir
    Path folder;

    @Test
    void aPlanNeedsOperationsAndSizesOnly() throws Exception {
        var plan = PlanReader.parse("operations: all_reduce\nsizes: 1M\n", "/x/first.yaml");
        assertThat(plan.name()).isEqualTo("first");
        assertThat(plan.output()).isNull();
        assertThat(plan.limit()).isEqualTo(Duration.ofHours(1));
        assertThat(plan.steps()).singleElement()
                .satisfies(
                        step -> assertThat(step.command()).containsExactly("bench", "all_reduce", "-b", "1048576", "-e",
                                "1048576", "-f", "2"));
    }

    @Test
    void processesShareTheGpusAndOnlyTheFirstWritesResults() throws Exception {
        var plan = "operations: all_reduce\nsizes: 1M\ngpus: 4\nprocesses: 2\n";
        var step = PlanReader.parse(plan, "x.yaml").steps().getFirst();
        assertThat(step).hasToString("repetition 1: 2 times gpucomm bench all_reduce -b 1048576 -e 1048576 -f 2 -g 2");
        assertThat(step.command(Path.of("r.csv"), 0, "127.0.0.1:1")).contains("--output", "r.csv").endsWith("--rank",
                "0", "--ranks", "2", "--rendezvous", "127.0.0.1:1");
        assertThat(step.command(Path.of("r.csv"), 1, "127.0.0.1:1")).doesNotContain("--output").contains("-g", "2");
        assertThatThrownBy(() -> PlanReader.parse(plan.replace("processes: 2", "processes: 3"), "x.yaml"))
                .hasMessage("x.yaml:3: 3 processes cannot share 4 GPUs evenly");
    }

    @Test
    void everyKeyBecomesAFlagOfBench() throws Exception {
        var plan = PlanReader.parse("""
                name: all of it
                output: all.jsonl
                repetitions: 2
                operations: [all_reduce, alltoall]
                gpus: [2, 4]
                sizes:
                  - {from: 8, to: 1G, factor: 4}
                  - {from: 1KiB, to: 2 K, step: 512B}
                datatypes: [float, bfloat16]
                redops: [sum, max]
                iterations: 50
                warmups: 0
                check: false
                settings:
                  plain: {}
                  ring: {NCCL_ALGO: Ring, NCCL_PROTO: ~}
                options: [--until, 1%]
                timeout: 10m
                """, "x.yaml");
        assertThat(plan.output()).isEqualTo(Path.of("all.jsonl"));
        assertThat(plan.limit()).isEqualTo(Duration.ofMinutes(10));
        assertThat(plan.settings()).containsExactly(new Setting("plain", Map.of()),
                new Setting("ring", Map.of("NCCL_ALGO", Optional.of("Ring"), "NCCL_PROTO", Optional.empty())));
        // 2 GPU counts × 2 types × 2 ranges for each operator of all_reduce and once for alltoall, which has none
        assertThat(plan.benchmarks()).hasSize(2 * 2 * 2 * 2 + 2 * 2 * 2);
        assertThat(plan.steps()).hasSize(24 * 2 * 2);
        assertThat(plan.steps().getFirst().command()).isEqualTo(List.of("bench", "all_reduce", "-b", "8", "-e",
                "1073741824", "-f", "4", "-g", "2", "-d", "float", "-o", "sum", "-n", "50", "-w", "0", "-c", "0",
                "--until",
                "1%"));
        assertThat(plan.benchmarks().getLast().arguments()).isEqualTo(List.of("bench", "alltoall", "-b", "1024", "-e",
                "2048", "-i", "512", "-g", "4", "-d", "bfloat16", "-n", "50", "-w", "0", "-c", "0", "--until", "1%"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            operations: all_shuffle            | p.yaml:2: there is no operation 'all_shuffle' to measure; there are all_reduce, all_gather
            operations: []                     | p.yaml:2: the plan needs operations; docs/plans.md shows an example
            gpus: none                         | p.yaml:2: gpus must be a whole number of at least 1, was 'none'
            gpus: [1, 0]                       | p.yaml:2: gpus must be a whole number of at least 1, was '0'
            itterations: 5                     | p.yaml:2: unknown key 'itterations', did you mean 'iterations'?; known are name, output
            colour: red                        | p.yaml:2: unknown key 'colour'; known are
            sizes: big                         | p.yaml:2: a size must be a size such as 8, 64K, 16M or 1G, was 'big'
            sizes: {from: 8, to: 1G}           | p.yaml:2: sizes need from, to, and one of factor and step
            sizes: {from: 8, to: 4, factor: 2} | p.yaml:2: from must not be larger than to, was 8 to 4
            sizes: {from: 8, to: 1G, factor: 1}| p.yaml:2: factor must be a whole number of at least 2, was '1'
            sizes: {from: 8, to: 1G, step: 8}  | p.yaml:2: these are more than 10000 sizes; take a larger step
            sizes: 999999999999999G            | p.yaml:2: a size is too large
            output: x.txt                      | p.yaml:2: output must end in .csv or .jsonl, was 'x.txt'
            check: maybe                       | p.yaml:2: check must be true or false, was 'maybe'
            timeout: soon                      | p.yaml:2: timeout must be a time such as 90s, 10m or 2h, was 'soon'
            repetitions: 100000                | p.yaml: the plan has 100000 steps, more than 10000
            settings: Ring                     | p.yaml:2: settings must be a mapping, lines of 'name: value'
            settings: {}                       | p.yaml:2: settings are there and name none
            settings: {a: {N-C: 1}}            | p.yaml:2: 'N-C' cannot be the name of a variable
            settings: {a: {N: [1]}}            | p.yaml:2: N must be a single value
            options: [--output, x]             | p.yaml:2: option '--output' is what the plan itself decides
            datatypes: [-d]                    | p.yaml:2: a data type is a word such as float or sum, was '-d'
            'name: [a'                         | p.yaml:
            name: a: b: c                      | p.yaml:2: this is no YAML: mapping values are not allowed here
            """)
    void whatIsWrongIsSaidWithItsLineAndWhatToDo(String line, String message) {
        var rest = (line.startsWith("operations") ? "" : "operations: [all_reduce]\n")
                + (line.startsWith("sizes") ? "" : "sizes: 8\n");
        assertThatThrownBy(() -> PlanReader.parse("# a comment\n" + line + "\n" + rest, "p.yaml"))
                .isInstanceOf(PlanException.class).hasMessageStartingWith(message);
    }

    @Test
    void aKeyThatIsThereTwiceIsRefused() {
        assertThatThrownBy(() -> PlanReader.parse("sizes: 8\noperations: reduce\nsizes: 16\n", "p.yaml"))
                .hasMessage("p.yaml:3: 'sizes' is given twice; remove one of them");
    }

    @Test
    void whatIsNoPlanAtAllIsRefused() throws Exception {
        assertThatThrownBy(() -> PlanReader.parse("", "p.yaml"))
                .hasMessage("p.yaml is empty; docs/plans.md shows what a plan looks like");
        assertThatThrownBy(() -> PlanReader.parse("- 1\n", "p.yaml"))
                .hasMessageContaining("p.yaml:1: a plan must be a mapping");
        assertThatThrownBy(() -> PlanReader.parse("a: !!java.io.File [x]\n", "p.yaml"))
                .hasMessageContaining("Global tag is not allowed");
        assertThatThrownBy(() -> PlanReader.read(folder.resolve("none.yaml"))).hasMessageEndingWith("no such file");
        var binary = Files.write(folder.resolve("b.yaml"), new byte[]{(byte) 0xC3, 0x28});
        assertThatThrownBy(() -> PlanReader.read(binary)).hasMessageEndingWith("is no UTF-8 text");
    }

    @Test
    void thePlanInTheDocumentationIsOne() throws Exception {
        var page = Files.readString(Path.of("../docs/plans.md"));
        var yaml = page.substring(page.indexOf("```yaml\n") + 8);
        var plan = PlanReader.parse(yaml.substring(0, yaml.indexOf("```")), "plans.md");
        assertThat(plan.steps()).hasSize(24);
        for (var key : List.of("name", "output", "repetitions", "operations", "gpus", "sizes", "datatypes", "redops",
                "iterations", "warmups", "check", "settings", "options", "timeout")) {
            assertThat(page).contains("| `" + key + "` |");
        }
    }
}
