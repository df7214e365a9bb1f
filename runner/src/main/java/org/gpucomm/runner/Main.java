package org.gpucomm.runner;

import org.gpucomm.runner.bench.BenchCommand;
import org.gpucomm.runner.host.DoctorCommand;
import org.gpucomm.runner.ffi.ProcessEnd;
import org.gpucomm.runner.rig.Report;
import org.gpucomm.runner.submit.RunCommand;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the commands that use GPUs. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, description = "The measuring half of gpucomm.",
        subcommands = {DoctorCommand.class, RunCommand.class})
public final class Main {

    private Main() {}

    /** Prints the shell completion script of these commands, which the script of the other commands calls. */
    @Command(name = "completion", hidden = true)
    void completion() {
        System.out.print(AutoComplete.bash("gpucomm_measure", commandLine()));
    }

    static CommandLine commandLine() {
        var line = new CommandLine(new Main()).addSubcommand("bench", BenchCommand.commandLine());
        var version = "gpucomm " + Report.version();
        line.getCommandSpec().version(version);
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().version(version));
        return line;
    }

    /** Prints the error and a hint to --help, but not the list of options, which would push the error off the screen. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        var command = wrong.getCommandLine();
        command.getErr().println("gpucomm: " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        command.getErr().println(command.getCommandSpec().qualifiedName() + " --help explains its use");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    public static void main(String[] args) {
        boolean measures = args.length > 0 && args[0].equals("bench");
        if (measures) {
            // Nothing needs cleaning up: every line of the results is in the file when it is printed.
            ProcessEnd.bySignalsAtOnce();
        }
        int code = commandLine().setParameterExceptionHandler(Main::refuse).execute(args);
        if (measures) {
            System.out.flush();
            System.err.flush();
            // A thread may be stuck in a library forever.
            ProcessEnd.now(code);
        }
        System.exit(code);
    }
}
