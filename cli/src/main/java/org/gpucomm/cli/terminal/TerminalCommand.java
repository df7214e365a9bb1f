package org.gpucomm.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of {@code ./gpucomm}. Its result is the exit code. */
public abstract class TerminalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();
    private @Nullable Progress progress;

    /** From now on the command reports what it does. */
    public final void reportTo(Progress reported) {
        progress = reported;
    }

    /** Reports what the command does from now on; empty if what it prints shows that. */
    protected final void doing(String now) {
        if (progress != null) {
            progress.doing(now);
        }
    }

    /** Returns where results go, which show from now on what the command does. */
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

    /** Prints what went wrong to standard error, at once. */
    protected final void complain(String message) {
        err().println("gpucomm: " + message);
        err().flush();
    }

    /**
     * Returns what was named, and in place of a folder the files below it.
     *
     * @throws ParameterException for a folder without files, or one that cannot be read, and for standard input twice
     */
    protected final List<GivenFile> filesOf(List<Path> named) {
        if (named.stream().filter(GivenFile.STANDARD_INPUT::equals).count() > 1) {
            throw usage("- is standard input, which can be read once only");
        }
        try {
            return GivenFile.of(named);
        } catch (NoSuchFileException e) {
            throw usage(e.getFile());
        } catch (IOException | UncheckedIOException e) {
            throw usage("a folder cannot be read: " + FailureWords.of(e));
        }
    }

    /**
     * Refuses a file that could not be written, before the work whose result it shall hold.
     *
     * @param option what names the file, for the message
     * @param file   null = none was asked for
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

    /** Returns what was given; the message of an {@link IllegalArgumentException} says what is wrong with it. */
    protected final <T extends @Nullable Object> T given(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** Returns what to throw where the command was used wrongly: exit code 2. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
