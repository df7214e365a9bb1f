package org.gpucomm.server;

import org.gpucomm.server.convert.ConvertCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** Entry point of every command that needs no GPU. Starts Spring for {@code serve} only. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "Measure, keep, compare and draw GPU communication benchmarks.",
        subcommands = ConvertCommand.class)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).setExecutionExceptionHandler(Main::complain).execute(args));
    }

    /** What no command foresaw, in one line; the stack trace is for those who ask for it with GPUCOMM_DEBUG. */
    private static int complain(Exception failure, CommandLine command, ParseResult arguments) {
        command.getErr().println("gpucomm: " + command.getCommandName() + " failed: " + failure);
        if (System.getenv("GPUCOMM_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}
