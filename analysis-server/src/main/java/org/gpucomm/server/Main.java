package org.gpucomm.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
import org.gpucomm.server.serve.DemoCommand;
import org.gpucomm.server.serve.ServeCommand;
import org.gpucomm.cli.sql.SqlCommand;
import org.gpucomm.cli.terminal.CompletionCommand;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.Progress;
import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.cli.token.TokenCommand;
import org.gpucomm.cli.upload.UploadCommand;
import org.gpucomm.cli.terminal.Version;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of all commands that need no GPU. Only {@code serve} and {@code demo} start Spring. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "Measure, keep, compare and draw GPU communication benchmarks.",
        footer = {"", "gpucomm COMMAND --help has the options of a command.",
                "Exit codes: 0 ok, 1 a result is wrong, 2 usage, 3 something is missing in the environment."})
public final class Main {

    private static final List<Class<?>> COMMANDS = List.of(ServeCommand.class, DemoCommand.class,
            FiguresCommand.class, ReportCommand.class,
            ConvertCommand.class, UploadCommand.class, ExplainCommand.class, HardwareCommand.class,
            CompareCommand.class, NextCommand.class,
            TuneCommand.class, AcceptCommand.class, TokenCommand.class, BackupCommand.class, RestoreCommand.class,
            MoveCommand.class, SqlCommand.class, CompletionCommand.class);

    private static final int COMMAND_WIDTH = 14;

    /** Commands by purpose. */
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Look at results", List.of("demo", "explain", "compare", "figures", "report", "convert", "accept",
                "sql"));
        GROUPS.put("Measure", List.of("doctor", "bench", "run", "next", "tune"));
        GROUPS.put("Serve a team", List.of("serve", "upload"));
        GROUPS.put("Administer", List.of("token", "backup", "restore", "move", "hardware", "completion"));
    }

    /** Commands of the runner, which is a separate program. */
    private static final Map<String, String> MEASURING = Map.of(
            "bench", "Measures an operation of a library between GPUs or hosts, and checks the data.",
            "run", "Runs the benchmarks of a plan, interleaved, into one file of results.",
            "doctor", "What this machine has for GPU communication, and what is missing.");

    private Main() {}

    public static void main(String[] args) {
        System.exit(execute(args));
    }

    static int execute(String... args) {
        var line = new CommandLine(new Main());
        commands(args).forEach(line::addSubcommand);
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().versionProvider(new Version()));
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Main::grouped);
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(Math.max(80, Screen.ofThisProcess().width()))
                .setParameterExceptionHandler(Main::refuse).setExecutionExceptionHandler(Main::complain)
                .setExecutionStrategy(Main::run).execute(args);
    }

    private static String grouped(Help help) {
        var text = new StringBuilder();
        GROUPS.forEach((title, names) -> {
            var table = Help.TextTable.forColumns(help.colorScheme(),
                    new Help.Column(COMMAND_WIDTH, 2, Help.Column.Overflow.SPAN),
                    new Help.Column(help.commandSpec().usageMessage().width() - COMMAND_WIDTH, 1,
                            Help.Column.Overflow.WRAP));
            for (var name : names) {
                var command = help.subcommands().get(name);
                table.addRowValues(name, command == null
                        ? MEASURING.get(name)
                        : command.commandSpec().usageMessage().description()[0]);
            }
            text.append(System.lineSeparator()).append(title).append(':').append(System.lineSeparator()).append(table);
        });
        return text.toString();
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

    /** Returns the command that is named, or all for help and completion; reading the options of all takes a third of a start. */
    private static List<Class<?>> commands(String... args) {
        var named = COMMANDS.stream()
                .filter(each -> args.length > 0 && each.getAnnotation(Command.class).name().equals(args[0])).toList();
        return named.isEmpty() || named.contains(CompletionCommand.class) ? COMMANDS : named;
    }

    /** Prints the error and how to list the options; the list itself would push the error off the screen. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        var command = wrong.getCommandLine();
        boolean isUnknown = wrong instanceof UnmatchedArgumentException && command.getCommand() instanceof Main
                && !arguments[0].startsWith("-");
        command.getErr().println("gpucomm: " + (isUnknown
                ? "unknown command '" + arguments[0] + "'"
                : wrong.getMessage()));
        UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        command.getErr().println(command.getCommandSpec().qualifiedName() + " --help explains its use");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Prints an unexpected failure on one line, and its stack trace if GPUCOMM_DEBUG is set. */
    private static int complain(Exception failure, CommandLine command, ParseResult arguments) {
        command.getErr().println("gpucomm: " + command.getCommandName() + " failed: " + FailureWords.of(failure));
        if (System.getenv("GPUCOMM_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}
