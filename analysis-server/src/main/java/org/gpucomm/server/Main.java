package org.gpucomm.server;

import java.util.List;

import org.gpucomm.server.access.TokenCommand;
import org.gpucomm.cli.accept.AcceptCommand;
import org.gpucomm.cli.compare.CompareCommand;
import org.gpucomm.cli.explain.ExplainCommand;
import org.gpucomm.cli.explain.HardwareCommand;
import org.gpucomm.cli.next.NextCommand;
import org.gpucomm.cli.tune.TuneCommand;
import org.gpucomm.server.backup.BackupCommand;
import org.gpucomm.server.backup.MoveCommand;
import org.gpucomm.server.backup.RestoreCommand;
import org.gpucomm.cli.convert.ConvertCommand;
import org.gpucomm.cli.figures.FiguresCommand;
import org.gpucomm.cli.report.ReportCommand;
import org.gpucomm.server.serve.ServeCommand;
import org.gpucomm.cli.terminal.CompletionCommand;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.Progress;
import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.cli.upload.UploadCommand;
import org.gpucomm.cli.terminal.Version;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of every command that needs no GPU. Starts Spring for {@code serve} only. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "Measure, keep, compare and draw GPU communication benchmarks.",
        footer = {"  bench    Measures an operation of a library between GPUs or hosts, and checks the data.",
                "  run      Runs the benchmarks of a plan, interleaved, into one file of results.",
                "  doctor   What this machine has for GPU communication, and what is missing.", "",
                "gpucomm COMMAND --help tells more. Exit codes: 0 ok, 1 something measured or converted is wrong, 2 usage,",
                "3 something is missing in the environment."})
public final class Main {

    private static final List<Class<?>> COMMANDS = List.of(ServeCommand.class, FiguresCommand.class,
            ReportCommand.class,
            ConvertCommand.class, UploadCommand.class, ExplainCommand.class, HardwareCommand.class,
            CompareCommand.class, NextCommand.class,
            TuneCommand.class, AcceptCommand.class, TokenCommand.class, BackupCommand.class, RestoreCommand.class,
            MoveCommand.class, CompletionCommand.class);

    private Main() {}

    public static void main(String[] args) {
        System.exit(execute(args));
    }

    static int execute(String... args) {
        var line = new CommandLine(new Main());
        commands(args).forEach(line::addSubcommand);
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(Math.max(80, Screen.ofThisProcess().width()))
                .setParameterExceptionHandler(Main::refuse).setExecutionExceptionHandler(Main::complain)
                .setExecutionStrategy(Main::run).execute(args);
    }

    private static int run(ParseResult arguments) {
        var command = arguments.asCommandLineList().getLast();
        if (!(command.getCommand() instanceof TerminalCommand named)) {
            return new RunLast().execute(arguments);
        }
        boolean terminal = Screen.ofThisProcess().isTerminal();
        try (var progress = new Progress(command.getCommandName(), terminal, command.getErr()).start()) {
            named.reportTo(progress);
            return new RunLast().execute(arguments);
        }
    }

    /**
     * Returns the one command that is asked for, since reading the options of all takes a third of a start; all where none is, or to
     * complete all.
     */
    private static List<Class<?>> commands(String... args) {
        var named = COMMANDS.stream()
                .filter(each -> args.length > 0 && each.getAnnotation(Command.class).name().equals(args[0])).toList();
        return named.isEmpty() || named.contains(CompletionCommand.class) ? COMMANDS : named;
    }

    /** Says what is wrong and where all options are listed: the list of them would push it off the screen. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        var command = wrong.getCommandLine();
        command.getErr().println("gpucomm: " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        command.getErr().println(command.getCommandSpec().qualifiedName() + " --help tells how it is used");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns what no command foresaw, in one line; the stack trace is for those who ask for it with GPUCOMM_DEBUG. */
    private static int complain(Exception failure, CommandLine command, ParseResult arguments) {
        command.getErr().println("gpucomm: " + command.getCommandName() + " failed: " + FailureWords.of(failure));
        if (System.getenv("GPUCOMM_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}
