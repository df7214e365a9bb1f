package org.gpucomm.runner.submit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.gpucomm.runner.plan.Benchmark;
import org.gpucomm.runner.plan.Clusters;
import org.gpucomm.runner.plan.OtherProgram;
import org.gpucomm.runner.plan.PlanStep;
import org.gpucomm.runner.plan.Work;

/**
 * Builder of the command lines of steps.
 *
 * @param gpucomm command that starts gpucomm
 */
record CommandLines(List<String> gpucomm, LaunchMethod start, Clusters clusters) {

    /** Script that runs bench and prints the rows of its first process, because its files may be on a host without shared file system. */
    private static final String PRINTING_ROWS = """
            folder=$(mktemp -d) && "$@" --output "$folder/rows.jsonl" >&2
            code=$?
            [ ! -s "$folder/rows.jsonl" ] || cat "$folder/rows.jsonl"
            rm -rf "$folder"
            exit $code""";

    /** Returns the command lines of all processes that this host starts for a step. They write results to the file or print them. */
    List<List<String>> of(PlanStep step, Path output, Path folder) throws IOException {
        return switch (step.work()) {
            case OtherProgram program -> List.of(program(step, program, folder));
            case Benchmark bench -> switch (start) {
                case DIRECT -> direct(step, bench, output);
                case SRUN -> List.of(join(srun(bench), gpucomm, writing(step, output)));
                case MPIRUN -> List.of(join(mpirun(step, folder), List.of("sh", "-c", PRINTING_ROWS, "sh"), gpucomm,
                        bench.arguments(), sectionAndSettings(step)));
            };
        };
    }

    /**
     * Checks that steps can be started, before any runs.
     *
     * @throws PlanException if a step needs several hosts but processes are started on this host only
     * @throws IOException   if a program is missing
     */
    void check(List<PlanStep> steps, Path output) throws IOException, PlanException {
        if (start != LaunchMethod.DIRECT) {
            Tool.require(start == LaunchMethod.SRUN ? "srun" : "mpirun",
                    "--start " + start.name().toLowerCase(Locale.ROOT));
        }
        for (var step : steps) {
            boolean ownLauncher = step.work() instanceof OtherProgram program && !program.launcher().isEmpty();
            if (start == LaunchMethod.DIRECT && step.work().nodes() > 1 && !ownLauncher) {
                throw new PlanException("step " + step.number() + " needs " + step.work().nodes()
                        + " nodes; send the plan to them by --on slurm or --on kubernetes");
            }
            if (step.work() instanceof OtherProgram program) {
                var folder = StepFiles.of(step, output).folder();
                Tool.require(program(step, program, folder).getFirst(), "step " + step.number());
            }
        }
    }

    /** Returns whether a step prints its results or writes them to files of its own, instead of the result file. */
    boolean printsResults(Work work) {
        return work instanceof OtherProgram || start == LaunchMethod.MPIRUN;
    }

    /** Returns the environment variables of a step's processes; an empty value removes the variable. */
    static Map<String, Optional<String>> environment(PlanStep step, Path folder) {
        var environment = new LinkedHashMap<>(step.setting().variables());
        if (step.work() instanceof OtherProgram program) {
            program.environment().forEach(
                    (name, value) -> environment.putIfAbsent(name, Optional.of(filled(value, program, folder))));
        }
        return environment;
    }

    private List<String> program(PlanStep step, OtherProgram program, Path folder) {
        var command = program.command().stream().map(word -> filled(word, program, folder)).toList();
        if (!program.launcher().isEmpty()) {
            return join(program.launcher().stream().map(word -> filled(word, program, folder)).toList(), command);
        }
        return switch (start) {
            case DIRECT -> program.allProcesses() == 1
                    ? command
                    : join(List.of("mpirun", "-np", Integer.toString(program.allProcesses())), command);
            case SRUN -> join(srun(program), command);
            case MPIRUN -> join(mpirun(step, folder), command);
        };
    }

    private static String filled(String word, OtherProgram program, Path folder) {
        return word.replace("{files}", folder.toString())
                .replace("{processes}", Integer.toString(program.allProcesses()))
                .replace("{nodes}", Integer.toString(program.nodes()));
    }

    private List<List<String>> direct(PlanStep step, Benchmark bench, Path output) throws IOException {
        if (bench.allProcesses() == 1) {
            return List.of(join(gpucomm, writing(step, output)));
        }
        var rendezvous = freeAddress();
        return IntStream.range(0, bench.allProcesses())
                .mapToObj(i -> join(gpucomm, i == 0 ? writing(step, output) : bench.arguments(),
                        List.of("--rank", Integer.toString(i), "--ranks", Integer.toString(bench.allProcesses()),
                                "--rendezvous", rendezvous)))
                .toList();
    }

    private List<String> srun(Work work) {
        return join(List.of("srun", "--kill-on-bad-exit=1", "--nodes=" + work.nodes(),
                "--ntasks=" + work.allProcesses(), "--ntasks-per-node=" + work.processes()), clusters.srun());
    }

    /** Returns the mpirun command, with the variables of the step, which mpirun does not pass on by itself. */
    private List<String> mpirun(PlanStep step, Path folder) {
        var work = step.work();
        var removed = new ArrayList<String>();
        var given = new ArrayList<String>();
        environment(step, folder).forEach((name, value) -> value.ifPresentOrElse(
                text -> given.add(name + "=" + text), () -> removed.addAll(List.of("-u", name))));
        return join(List.of("mpirun", "--allow-run-as-root", "-np", Integer.toString(work.allProcesses()), "--map-by",
                "ppr:" + work.processes() + ":node", "-x", "GPUCOMM_SECRET"), clusters.kubernetes().mpirun(),
                List.of("env"), removed, given);
    }

    private static List<String> writing(PlanStep step, Path output) {
        return join(step.work().arguments(), List.of("--output", output.toString(), "--resume"),
                sectionAndSettings(step));
    }

    private static List<String> sectionAndSettings(PlanStep step) {
        var options = new ArrayList<>(List.of("--quiet", "--section", Integer.toString(step.number())));
        step.setting().variables().forEach((name, value) -> value
                .ifPresent(text -> options.addAll(List.of("--setting", name + "=" + text))));
        return options;
    }

    private static String freeAddress() throws IOException {
        var loopback = InetAddress.getLoopbackAddress();
        try (var socket = new ServerSocket(0, 1, loopback)) {
            return loopback.getHostAddress() + ":" + socket.getLocalPort();
        }
    }

    @SafeVarargs
    private static List<String> join(List<String>... parts) {
        var all = new ArrayList<String>();
        for (var part : parts) {
            all.addAll(part);
        }
        return List.copyOf(all);
    }
}
