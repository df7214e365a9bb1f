package org.gpucomm.runner.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One operation over its sizes under one setting, in one process or several.
 *
 * @param number     1-based place in the plan; also the section of the results
 * @param repetition 1-based
 * @param benchmark  what is measured
 */
public record Step(int number, int repetition, Benchmark benchmark, Setting setting) {

    /** The command line after {@code gpucomm}, without where the results go. */
    List<String> command() {
        return benchmark.arguments();
    }

    public int processes() {
        return benchmark.processes();
    }

    /** The whole command line after {@code gpucomm} of one of several processes. Only the first writes results. */
    public List<String> command(Path output, int process, String rendezvous) {
        var command = new ArrayList<>(process == 0 ? command(output) : command());
        command.addAll(List.of("--rank", Integer.toString(process), "--ranks", Integer.toString(processes()),
                "--rendezvous", rendezvous));
        return command;
    }

    /** The whole command line after {@code gpucomm} where there is one process. */
    public List<String> command(Path output) {
        var command = new ArrayList<>(command());
        command.addAll(List.of("--output", output.toString(), "--resume", "--section", Integer.toString(number)));
        setting.variables().forEach((name, value) -> value.ifPresent(text -> {
            command.add("--setting");
            command.add(name + "=" + text);
        }));
        return command;
    }

    /** Variables for the environment of the process, set before it starts; an empty one is taken out. */
    public Map<String, Optional<String>> environment() {
        return setting.variables();
    }

    /** What makes this step itself, apart from its number; on one line. */
    @Override
    public String toString() {
        var variables = setting.variables().entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue().orElse("") + " ")
                .collect(Collectors.joining());
        return "repetition " + repetition + ": " + (processes() > 1 ? processes() + " times " : "") + variables
                + "gpucomm " + String.join(" ", command());
    }
}
