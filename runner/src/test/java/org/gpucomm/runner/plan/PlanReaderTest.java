package org.gpucomm.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.runner.rig.MissingException;
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
                        step -> assertThat(step.work().arguments()).containsExactly("bench", "all_reduce", "-b",
                                "1048576", "-e",
                                "1048576", "-f", "2"));
    }

    @Test
    void tagsAndAliasesThatMakeItAMillionValuesAreRefused() {
        assertThatThrownBy(() -> PlanReader.parse("operations: !mine all_reduce\nsizes: 1M\n", "x.yaml"))
                .isInstanceOf(InvalidSpec.class).hasMessageStartingWith("x.yaml:1: the tag !mine is not read");
        var plan = new StringBuilder("sizes: 1M\noperations: [" + "all_reduce, ".repeat(20) + "&a0 [all_gather]]\n");
        for (int i = 1; i <= 5; i++) {
            plan.append("s%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }
        assertThatThrownBy(() -> PlanReader.parse(plan.toString(), "x.yaml")).isInstanceOf(InvalidSpec.class)
                .hasMessageStartingWith("x.yaml:1: its aliases (*name) make it more than 100000 values");
    }

    @Test
    void processesShareTheGpusOfEachHost() throws Exception {
        var plan = "operations: all_reduce\nsizes: 1M\ngpus: 4\nprocesses: 2\n";
        var step = PlanReader.parse(plan, "x.yaml").steps().getFirst();
        assertThat(step).hasToString("repetition 1: 2 times gpucomm bench all_reduce -b 1048576 -e 1048576 -f 2 -g 2");
        assertThatThrownBy(() -> PlanReader.parse(plan.replace("processes: 2", "processes: 3"), "x.yaml"))
                .hasMessage("x.yaml:3: gpus 3 processes cannot share 4 GPUs evenly");
    }

    @Test
    void aProcessEachIsAsManyAsTheHostHasGpusOrThePlanSays() throws Exception {
        var plan = "operations: all_reduce\nsizes: 1M\nprocesses: gpus\n";
        assertThat(PlanReader.parse(plan, "x.yaml", () -> 3).steps().getFirst())
                .hasToString("repetition 1: 3 times gpucomm bench all_reduce -b 1048576 -e 1048576 -f 2 -g 1");
        assertThat(PlanReader.parse(plan + "gpus: 8\n", "x.yaml").steps().getFirst().work().processes()).isEqualTo(8);
        assertThatThrownBy(() -> PlanReader.parse(plan, "x.yaml", () -> {
            throw new MissingException("no driver");
        })).hasMessage("x.yaml:3: processes are one a GPU, and how many this host has is not known: no driver; say it "
                + "by gpus: 8");
    }

    @Test
    void benchmarksOfSeveralFamiliesTakeWhatTheyDoNotSayFromThePlan() throws Exception {
        var plan = PlanReader.parse("""
                gpus: 2
                iterations: 50
                benchmarks:
                  - {operations: [all_reduce, alltoall], sizes: 1K}
                  - {family: jacobi, operations: jacobi, iterations: 1, options: [--steps, "10"]}
                """, "x.yaml");
        assertThat(plan.steps()).extracting(step -> step.work().title()).containsExactly(
                "gpucomm bench all_reduce -b 1024 -e 1024 -f 2 -g 2 -n 50",
                "gpucomm bench alltoall -b 1024 -e 1024 -f 2 -g 2 -n 50",
                "gpucomm bench jacobi jacobi -g 2 -n 1 --steps 10");
        assertThatThrownBy(() -> PlanReader.parse("benchmarks:\n  - {family: jacobi, operations: jacobi, sizes: 1K}\n",
                "x.yaml")).hasMessageContaining("sizes are none of jacobi: leave them out");
        assertThatThrownBy(() -> PlanReader.parse("benchmarks:\n  - {sizes: 1K}\n", "x.yaml"))
                .hasMessageContaining("needs operations");
        assertThatThrownBy(() -> PlanReader.parse("benchmarks:\n  - {operations: alltoall}\n", "x.yaml"))
                .hasMessageContaining("needs sizes");
        assertThatThrownBy(() -> PlanReader.parse("benchmarks:\n  - {operations: alltoall, name: x}\n", "x.yaml"))
                .hasMessageContaining("name is no key here");
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
        assertThat(plan.work()).hasSize(2 * 2 * 2 * 2 + 2 * 2 * 2);
        assertThat(plan.steps()).hasSize(24 * 2 * 2);
        assertThat(plan.steps().getFirst().work().arguments()).isEqualTo(List.of("bench", "all_reduce", "-b", "8", "-e",
                "1073741824", "-f", "4", "-g", "2", "-d", "float", "-o", "sum", "-n", "50", "-w", "0", "-c", "0",
                "--until",
                "1%"));
        assertThat(plan.work().getLast().arguments()).isEqualTo(List.of("bench", "alltoall", "-b", "1024", "-e",
                "2048", "-i", "512", "-g", "4", "-d", "bfloat16", "-n", "50", "-w", "0", "-c", "0", "--until", "1%"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            operations: all_shuffle            | p.yaml:2: operations 'all_shuffle' is no operation to measure; there are all_reduce, all_gather
            family: ncl                        | p.yaml:2: family must be one of nccl
            operations: []                     | p.yaml:2: the plan needs operations; docs/plans.md shows an example
            gpus: none                         | p.yaml:2: gpus must be a whole number of at least 1, was 'none'
            gpus: [1, 0]                       | p.yaml:2: gpus[1] must be a whole number of at least 1, was '0'
            nodes: -1                          | p.yaml:2: nodes must be a whole number of at least 1, was '-1'
            itterations: 5                     | p.yaml:2: itterations is no key here; allowed are name, output
            colour: red                        | p.yaml:2: colour is no key here; allowed are
            sizes: big                         | p.yaml:2: sizes must be a size such as 8, 64K, 16M or 1G, was 'big'
            sizes: {from: 8, to: 1G}           | p.yaml:2: sizes must have from, to, and one of factor and step
            sizes: {from: 8, to: 4, factor: 2} | p.yaml:2: sizes cannot be: from must not be larger than to, was 8 to 4
            sizes: {from: 8, to: 1G, factor: 1}| p.yaml:2: sizes.factor must be a whole number of at least 2, was '1'
            sizes: {from: 8, to: 1G, step: 8}  | p.yaml:2: sizes are more than 10000 sizes; take a larger step
            sizes: 999999999999999G            | p.yaml:2: sizes must be a size such as 8, 64K, 16M or 1G, was '999999999999999G'
            sizes: 0                           | p.yaml:2: sizes cannot be: 0 bytes times 2 remains 0
            output: x.txt                      | p.yaml:2: output must end in .csv or .jsonl, was 'x.txt'
            check: maybe                       | p.yaml:2: check must be true or false, was 'maybe'
            timeout: soon                      | p.yaml:2: timeout must be a time such as 90s, 10m or 2h, was 'soon'
            upload: here                       | p.yaml:2: upload must be a URL such as http://127.0.0.1:8080, was 'here'
            repetitions: 100000                | p.yaml:2: the plan has 100000 steps, more than 10000
            settings: Ring                     | p.yaml:2: settings must be a mapping (key: value)
            settings: {}                       | p.yaml:2: settings are there and name none
            settings: {a: {N-C: 1}}            | p.yaml:2: settings.a.N-C cannot be the name of a variable
            settings: {a: {N: [1]}}            | p.yaml:2: settings.a.N must be one value, was a list
            options: [--output, x]             | p.yaml:2: options[0] '--output' is what the plan itself decides
            datatypes: [-d]                    | p.yaml:2: datatypes[0] must be a word such as float or sum, was '-d'
            'name: [a'                         | p.yaml:
            name: a: b: c                      | p.yaml:2: no valid YAML: mapping values are not allowed here
            slurm: {partition: p5}             | p.yaml:2: slurm.partition is no key here; allowed are sbatch, srun
            'programs: [{name: a/b, command: x}]' | p.yaml:2: programs[0].name names files and must be letters, digits
            'programs: [{name: a}]'            | p.yaml:2: programs[0] lacks the key 'command'
            'programs: [{name: a, command: []}]' | p.yaml:2: programs[0].command must be a program with its arguments
            'programs: [{name: a, command: x, reads: ../y}]' | p.yaml:2: programs[0].reads must be a file in the folder of the step
            'programs: [{name: a, command: x}, {name: a, command: y}]' | p.yaml:2: programs[1].name 'a' is the name of two programs
            """)
    void whatIsWrongIsSaidWithItsLineAndWhatToDo(String line, String message) {
        var rest = (line.startsWith("operations") ? "" : "operations: [all_reduce]\n")
                + (line.startsWith("sizes") ? "" : "sizes: 8\n");
        assertThatThrownBy(() -> PlanReader.parse("# a comment\n" + line + "\n" + rest, "p.yaml"))
                .isInstanceOf(InvalidSpec.class).hasMessageStartingWith(message);
    }

    @Test
    void aProgramIsAStepUnderEachSetting() {
        var plan = PlanReader.parse("""
                programs:
                  - name: nccl-tests
                    command: [./all_reduce_perf, -b, 8]
                    processes: 4
                    nodes: 2
                    launcher: [mpirun, -np, "{processes}"]
                    environment: {NCCL_DEBUG: INFO}
                  - {name: script, command: "./x.sh > {files}/y.csv", reads: y.csv}
                settings:
                  ring: {NCCL_ALGO: Ring}
                  none: {}
                """, "p.yaml");
        assertThat(plan.steps()).extracting(PlanStep::toString).containsExactly(
                "repetition 1: NCCL_ALGO=Ring nccl-tests: 2 nodes, 8 times NCCL_DEBUG=INFO ./all_reduce_perf -b 8",
                "repetition 1: nccl-tests: 2 nodes, 8 times NCCL_DEBUG=INFO ./all_reduce_perf -b 8",
                "repetition 1: NCCL_ALGO=Ring script: sh -c ./x.sh > {files}/y.csv",
                "repetition 1: script: sh -c ./x.sh > {files}/y.csv");
        assertThatThrownBy(() -> PlanReader.parse("name: x\n", "p.yaml"))
                .hasMessage(
                        "p.yaml:1: the plan needs operations, benchmarks or programs; docs/plans.md shows an example");
    }

    @Test
    void aKeyThatIsThereTwiceIsRefused() {
        assertThatThrownBy(() -> PlanReader.parse("sizes: 8\noperations: reduce\nsizes: 16\n", "p.yaml"))
                .hasMessage("p.yaml:3: sizes is given twice; keep one");
    }

    @Test
    void whatIsNoPlanAtAllIsRefused() throws Exception {
        assertThatThrownBy(() -> PlanReader.parse("", "p.yaml"))
                .hasMessage("p.yaml: the file is empty; docs/plans.md shows what a plan looks like");
        assertThatThrownBy(() -> PlanReader.parse("- 1\n", "p.yaml"))
                .hasMessageContaining("p.yaml:1: the plan must be a mapping (key: value)");
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
        for (var key : List.of("name", "output", "repetitions", "family", "operations", "benchmarks", "nodes",
                "gpus", "processes", "sizes", "datatypes", "redops", "iterations", "warmups", "check", "programs",
                "settings", "options", "timeout", "upload",
                "slurm", "kubernetes")) {
            assertThat(page).contains("\n- `" + key + "`: ");
        }
    }
}
