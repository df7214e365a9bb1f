package org.gpucomm.runner;

import org.gpucomm.runner.benchmark.BenchCommand;
import org.gpucomm.runner.doctor.DoctorCommand;
import org.gpucomm.runner.plan.RunCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the commands that touch GPUs. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, description = "The measuring half of gpucomm.",
        subcommands = {DoctorCommand.class, BenchCommand.class, RunCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
