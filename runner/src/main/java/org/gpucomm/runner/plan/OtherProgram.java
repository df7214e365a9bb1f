package org.gpucomm.runner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;

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

    /** Reads an entry of the key {@code programs} of a plan. */
    static OtherProgram of(YamlMap entry) {
        entry.only("name", "command", "launcher", "nodes", "processes", "environment", "reads");
        var name = entry.text("name");
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,60}")) {
            throw entry.error("name", "names files and must be letters, digits, '_', '.' and '-', was '" + name + "'");
        }
        var environment = PlanReader.texts(entry.map("environment"));
        environment.keySet().forEach(variable -> Setting.checkVariable(variable, entry.map("environment")));
        return new OtherProgram(name, command(entry.value("command")), PlanReader.words(entry, "launcher"),
                PlanReader.wholeOrOne(entry, "nodes"), PlanReader.wholeOrOne(entry, "processes"), environment,
                BenchmarkReader.all(entry, "reads", OtherProgram::file));
    }

    /** Returns the command: a list is program and arguments, a text is run by the shell. */
    private static List<String> command(YamlValue command) {
        var words = command.items().stream().map(YamlValue::text).toList();
        if (words.isEmpty() || words.getFirst().isBlank()) {
            throw command.error("must be a program with its arguments: [./all_reduce_perf, -b, 8, -e, 1G]");
        }
        return command.isList() ? words : List.of("sh", "-c", words.getFirst());
    }

    private static String file(YamlValue value) {
        var name = value.text();
        if (name.isBlank() || name.contains("/")) {
            throw value.error("must be a file in the folder of the step, which is {files} in the command, was '" + name
                    + "'");
        }
        return name;
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
