package org.gpucomm.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

import org.gpucomm.server.access.TokenCommand;
import org.gpucomm.server.analysis.accept.AcceptCommand;
import org.gpucomm.server.analysis.compare.CompareCommand;
import org.gpucomm.server.analysis.explain.ExplainCommand;
import org.gpucomm.server.analysis.explain.HardwareCommand;
import org.gpucomm.server.analysis.next.NextCommand;
import org.gpucomm.server.analysis.tune.TuneCommand;
import org.gpucomm.server.backup.BackupCommand;
import org.gpucomm.server.backup.MoveCommand;
import org.gpucomm.server.backup.RestoreCommand;
import org.gpucomm.server.convert.ConvertCommand;
import org.gpucomm.server.figures.FiguresCommand;
import org.gpucomm.server.report.ReportCommand;
import org.gpucomm.server.serve.ServeCommand;
import org.gpucomm.server.terminal.CompletionCommand;
import org.gpucomm.server.terminal.Screen;
import org.gpucomm.server.upload.UploadCommand;
import org.gpucomm.server.web.Version;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

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
                .setExecutionExceptionHandler(Main::complain).execute(args);
    }

    /** Returns the one command that is asked for, since reading the options of all takes a third of a start; all where none is, or to complete all. */
    private static List<Class<?>> commands(String... args) {
        var named = COMMANDS.stream()
                .filter(each -> args.length > 0 && each.getAnnotation(Command.class).name().equals(args[0])).toList();
        return named.isEmpty() || named.contains(CompletionCommand.class) ? COMMANDS : named;
    }

    /** Files and servers fail in the words of the system; only what is a fault of gpucomm's own is named by its class. */
    private static String words(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException wrapped when wrapped.getCause() != null -> words(wrapped.getCause());
            case NoSuchFileException gone -> gone.getFile() + " does not exist";
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written by this user";
            case FileAlreadyExistsException there -> there.getFile() + " exists already";
            case ConnectException refused -> "no server answers";
            case IOException io when io.getMessage() != null -> io.getMessage();
            default -> failure + " (a fault of gpucomm; GPUCOMM_DEBUG=1 shows where)";
        };
    }

    /** Returns what no command foresaw, in one line; the stack trace is for those who ask for it with GPUCOMM_DEBUG. */
    private static int complain(Exception failure, CommandLine command, ParseResult arguments) {
        command.getErr().println("gpucomm: " + command.getCommandName() + " failed: " + words(failure));
        if (System.getenv("GPUCOMM_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}
