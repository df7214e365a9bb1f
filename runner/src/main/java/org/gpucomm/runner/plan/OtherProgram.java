package org.gpucomm.runner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of somebody else's, whose output the readers of {@code results} understand.
 *
 * @param name        a word that distinguishes programs of the plan; folders and files are named by it
 * @param command     program and arguments; <code>{files}</code> in one is the folder of the step
 * @param launcher    what stands before the command on this host; empty = nothing for one process, else mpirun
 * @param environment variables that are set in addition to the setting's
 * @param reads       files in the folder of the step that hold its results; empty = what the program prints
 */
public record OtherProgram(String name, List<String> command, List<String> launcher, int nodes, int processes,
        Map<String, String> environment, List<String> reads) implements Work {

    public OtherProgram {
        command = List.copyOf(command);
        launcher = List.copyOf(launcher);
        environment = new LinkedHashMap<>(environment);
        reads = List.copyOf(reads);
    }

    @Override
    public List<String> arguments() {
        return command;
    }

    @Override
    public String title() {
        var variables = new StringBuilder();
        environment.forEach((variable, value) -> variables.append(variable).append('=').append(value).append(' '));
        return name + ": " + times() + variables + String.join(" ", command).strip().replaceAll("\\s+", " ");
    }
}
