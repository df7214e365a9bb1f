package org.gpucomm.server.terminal;

import java.io.PrintWriter;
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

    /** Returns what to throw where the command was used wrongly: exit code 2. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
