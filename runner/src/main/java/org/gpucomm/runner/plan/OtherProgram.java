package org.gpucomm.runner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Program other than gpucomm as the work of a step, with output in a format of the module {@code results}.
 *
 * @param name        name of the program, unique in the plan and used for folders and files
 * @param command     program and arguments; <code>{files}</code> is replaced by the folder of the step
 * @param launcher    words before the command on this host; if empty, none for one process, else mpirun
 * @param environment environment variables in addition to those of the setting
 * @param reads       files with results in the folder of the step; empty if the program prints its results
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
