package org.gpucomm.runner.submit;

import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.output.Example;
import org.gpucomm.runner.output.OutputOptions;
import org.gpucomm.runner.output.Sinks;
import org.gpucomm.runner.plan.Clusters;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A program with a {@code bench} that measures nothing and writes what a benchmark would, and the real {@code run} over it.
 * Variables of the environment make it slow ({@code STAND_IN_MILLIS} a size), wrong ({@code STAND_IN_WRONG} elements) or fail
 * ({@code STAND_IN_CODE}).
 */
@Command(name = "stand-in")
public final class StandIn {

    private static final Clusters NO_CLUSTERS = new Clusters(List.of(), List.of(),
            new Clusters.Kubernetes(null, null, Map.of(), Map.of(), Map.of(), List.of()));

    private StandIn() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new StandIn()).addSubcommand(new Bench())
                .addSubcommand(new RunCommand(launcher(Redirect.INHERIT), System.err)).execute(args));
    }

    static ProcessLauncher launcher(Redirect terminal) {
        return new ProcessLauncher(new CommandLines(program(), LaunchMethod.DIRECT, NO_CLUSTERS), terminal,
                new PrintWriter(System.out, true));
    }

    /** The command line of this program. */
    static List<String> program() {
        return FakeGpus.java(StandIn.class.getName());
    }

    @Command(name = "bench")
    static final class Bench implements Callable<Integer> {

        @Parameters
        private String operation = "";

        @Option(names = "-b")
        private long least;

        @Option(names = "-e")
        private long largest;

        @Option(names = "-f")
        private long factor;

        @Option(names = "-g")
        private int gpus;

        @Mixin
        private OutputOptions output = new OutputOptions();

        @Override
        public Integer call() throws InterruptedException {
            int code = number("STAND_IN_CODE");
            long wrong = number("STAND_IN_WRONG");
            if (code != 0) {
                return code;
            }
            var measured = Operation.ofId(operation).orElseThrow();
            var heading = Example.heading(measured, "node-0", "NVIDIA H200", null);
            try (var sink = Sinks.of(output, System.out)) {
                sink.begin(heading);
                for (long size = least; size <= largest; size *= factor) {
                    if (!sink.has(heading, Example.point(measured, size, "float", "sum", null))) {
                        Thread.sleep(number("STAND_IN_MILLIS"));
                        sink.point(Example.size(measured, size, wrong));
                    }
                }
                sink.end();
            } catch (IllegalArgumentException e) {
                System.err.println("gpucomm: " + e.getMessage());
                return 2;
            }
            return wrong > 0 ? 1 : 0;
        }

        private static int number(String variable) {
            return Integer.parseInt(System.getenv().getOrDefault(variable, "0"));
        }
    }
}
