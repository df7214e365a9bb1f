package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.PlanReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLinesTest {

    private static final Path OUTPUT = Path.of("r.csv");
    private static final Path FILES = Path.of("/f");

    @TempDir
    Path folder;

    @Test
    void oneProcessWritesItsOwnSectionAndNamesItsVariables() throws Exception {
        var plan = plan("""
                operations: all_reduce
                sizes: 8
                settings: {a: {X: 1, Y: ~}}
                """);
        assertThat(lines(plan, LaunchMethod.DIRECT)).containsExactly(List.of("gpucomm", "bench", "all_reduce", "-b",
                "8", "-e",
                "8", "-f", "2", "--output", "r.csv", "--resume", "--quiet", "--section", "1", "--setting", "X=1"));
    }

    @Test
    void ofSeveralProcessesOnlyTheFirstWritesResults() throws Exception {
        var lines = lines(plan("operations: all_reduce\nsizes: 8\ngpus: 4\nprocesses: 2\n"), LaunchMethod.DIRECT);
        assertThat(lines.getFirst()).contains("--output", "r.csv", "-g", "2").containsSequence("--rank", "0", "--ranks",
                "2", "--rendezvous");
        assertThat(lines.getLast()).doesNotContain("--output").containsSequence("--rank", "1", "--ranks", "2",
                "--rendezvous", lines.getFirst().getLast());
    }

    @Test
    void srunStartsAsManyProcessesOnEachNode() throws Exception {
        var plan = plan("operations: reduce\nsizes: 8\nnodes: 2\ngpus: 8\nprocesses: 8\nslurm: {srun: --mpi=none}\n");
        assertThat(lines(plan, LaunchMethod.SRUN).getFirst()).startsWith("srun", "--kill-on-bad-exit=1",
                "--nodes=2", "--ntasks=16", "--ntasks-per-node=8", "--mpi=none", "gpucomm", "bench", "reduce")
                .endsWith("--output", "r.csv", "--resume", "--quiet", "--section", "1");
    }

    @Test
    void mpirunTakesVariablesAlongAndTheRowsComeBackOnStandardOutput() throws Exception {
        var plan = plan("""
                operations: reduce
                sizes: 8
                nodes: 2
                processes: 8
                settings: {a: {X: 1, Y: ~}}
                kubernetes: {image: x, mpirun: [--bind-to, none]}
                """);
        var line = lines(plan, LaunchMethod.MPIRUN).getFirst();
        assertThat(line).startsWith("mpirun", "--allow-run-as-root", "-np", "16", "--map-by", "ppr:8:node", "-x",
                "GPUCOMM_SECRET", "--bind-to", "none", "env", "-u", "Y", "X=1", "sh", "-c")
                .endsWith("sh", "gpucomm", "bench", "reduce", "-b", "8", "-e", "8", "-f", "2", "--quiet", "--section",
                        "1",
                        "--setting", "X=1");
        // The real wrapper, around a program that writes a given file and prints a table.
        var bench = script("bench", "echo table; for last; do :; done; echo '{\"row\": 1}' > \"$last\"; exit 1");
        var wrapper = line.subList(line.indexOf("sh"), line.indexOf("sh") + 4);
        var process = new ProcessBuilder(wrapper.get(0), wrapper.get(1), wrapper.get(2), wrapper.get(3),
                bench.toString()).start();
        assertThat(new String(process.getInputStream().readAllBytes())).isEqualTo("{\"row\": 1}\n");
        assertThat(new String(process.getErrorStream().readAllBytes())).isEqualTo("table\n");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void aProgramOfSeveralProcessesIsStartedByMpirunUnlessThePlanSaysOtherwise() throws Exception {
        var program = "programs: [{name: p, command: [prog, '{files}/x'], processes: 4%s}]\n";
        assertThat(lines(plan(program.formatted("")), LaunchMethod.DIRECT))
                .containsExactly(List.of("mpirun", "-np", "4", "prog", "/f/x"));
        assertThat(lines(plan(program.formatted(", launcher: [mpiexec, -n, '{processes}', -ppn, '4']")),
                LaunchMethod.SRUN))
                .containsExactly(List.of("mpiexec", "-n", "4", "-ppn", "4", "prog", "/f/x"));
        assertThat(lines(plan(program.formatted(", nodes: 2")), LaunchMethod.SRUN).getFirst())
                .containsSequence("--ntasks=8", "--ntasks-per-node=4", "prog", "/f/x");
    }

    @Test
    void whatCannotBeStartedIsSaidBeforeAnythingRuns() throws Exception {
        assertThatThrownBy(() -> check("operations: reduce\nsizes: 8\nnodes: [1, 2]\n"))
                .hasMessage("step 2 needs 2 nodes; send the plan to them by --on slurm or --on kubernetes");
        assertThatThrownBy(() -> check("programs: [{name: p, command: [no-such-program-here]}]\n"))
                .isInstanceOf(IOException.class)
                .hasMessage("step 1 needs no-such-program-here, which is not on the PATH; install it, or run where "
                        + "it is");
        check("programs: [{name: p, command: [sh, -c, exit]}]\n");
    }

    private void check(String yaml) throws Exception {
        var plan = plan(yaml);
        new CommandLines(List.of("gpucomm"), LaunchMethod.DIRECT, plan.clusters()).check(plan.steps(), OUTPUT);
    }

    private static List<List<String>> lines(Plan plan, LaunchMethod start) throws IOException {
        return new CommandLines(List.of("gpucomm"), start, plan.clusters()).of(plan.steps().getFirst(), OUTPUT, FILES);
    }

    private Plan plan(String yaml) throws IOException {
        return PlanReader.read(Files.writeString(folder.resolve("p.yaml"), yaml));
    }

    private Path script(String name, String text) throws IOException {
        var script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }
}
