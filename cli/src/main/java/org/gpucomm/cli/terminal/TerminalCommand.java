package org.gpucomm.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.gpucomm.results.upload.UploadClient;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command of {@code ./gpucomm}. Its result is the exit code. */
public abstract class TerminalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();
    private @Nullable Progress progress;

    /** Sets the progress report for the command's activities. */
    public final void reportTo(Progress reported) {
        progress = reported;
    }

    /** Reports the current activity; empty if the command's output shows the progress. */
    protected final void doing(String now) {
        if (progress != null) {
            progress.doing(now);
        }
    }

    /** Returns the output for results. Clears the progress line. */
    protected final PrintWriter out() {
        doing("");
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        if (progress != null) {
            progress.clear();
        }
        return spec.commandLine().getErr();
    }

    /** Prints an error message to standard error and flushes it. */
    protected final void complain(String message) {
        err().println("gpucomm: " + message);
        err().flush();
    }

    /**
     * Returns the named files, with each folder replaced by the files below it.
     *
     * @throws ParameterException if a folder is empty or unreadable, or if standard input is named twice
     */
    protected final List<GivenFile> filesOf(List<Path> named) {
        if (named.stream().filter(GivenFile.STANDARD_INPUT::equals).count() > 1) {
            throw usage("- is standard input, which can be read once only");
        }
        try {
            return GivenFile.of(named);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        } catch (IOException | UncheckedIOException e) {
            throw usage("a folder cannot be read: " + FailureWords.of(e));
        }
    }

    /**
     * Refuses a file that cannot be written, before the work begins.
     *
     * @param option name of the option, for the message
     * @param file   null if the option was not given
     */
    protected final void checkOutput(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        var folder = file.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(file)) {
            throw usage(option + " must name a file, and " + file + " is a folder");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw usage(
                    option + ": there is no folder " + file.getParent() + " to write " + file.getFileName() + " into");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw usage(option + ": this user may not write " + file);
        }
    }

    /** Returns the supplied value. Converts an {@link IllegalArgumentException} to a usage error with the same message. */
    protected final <T extends @Nullable Object> T given(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the address of a server.
     *
     * @param option name of the option with it, for the message
     * @throws ParameterException if it is not an address
     */
    protected final URI server(String option, String address) {
        try {
            return UploadClient.server(address);
        } catch (IllegalArgumentException e) {
            throw usage(option + " " + e.getMessage());
        }
    }

    /** Returns the exception for wrong usage, which leads to exit code 2. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
