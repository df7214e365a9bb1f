package org.gpucomm.server.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of {@code ./gpucomm}. Its result is the exit code. */
public abstract class TerminalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
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
     * @throws ParameterException for a folder without files, or one that cannot be read
     */
    protected final List<GivenFile> filesOf(List<Path> named) {
        try {
            return GivenFile.of(named);
        } catch (NoSuchFileException e) {
            throw usage(e.getFile());
        } catch (IOException | UncheckedIOException e) {
            throw usage("a folder cannot be read: " + e.getMessage());
        }
    }

    /** Returns what to throw where the command was used wrongly: exit code 2. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
