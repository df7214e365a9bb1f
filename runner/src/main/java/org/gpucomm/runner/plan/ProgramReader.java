package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;

/** Reader of the key {@code programs} of a plan. */
final class ProgramReader {

    private ProgramReader() {}

    static List<OtherProgram> read(YamlMap plan) {
        var programs = new ArrayList<OtherProgram>();
        var names = new HashSet<String>();
        for (var entry : plan.maps("programs")) {
            var program = program(entry);
            if (!names.add(program.name())) {
                throw entry.error("name", "'" + program.name() + "' is the name of two programs; give each its own");
            }
            programs.add(program);
        }
        return programs;
    }

    private static OtherProgram program(YamlMap entry) {
        entry.only("name", "command", "launcher", "nodes", "processes", "environment", "reads");
        var name = entry.text("name");
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,60}")) {
            throw entry.error("name", "names files and must be letters, digits, '_', '.' and '-', was '" + name + "'");
        }
        var environment = ClustersReader.texts(entry.map("environment"));
        environment.keySet().forEach(variable -> Setting.checkVariable(variable, entry.map("environment")));
        return new OtherProgram(name, command(entry), ClustersReader.words(entry, "launcher"),
                PlanReader.wholeOrOne(entry, "nodes"), PlanReader.wholeOrOne(entry, "processes"), environment,
                entry.find("reads").map(YamlValue::items).orElse(List.of()).stream()
                        .map(ProgramReader::file).toList());
    }

    /** Returns the command: a list is program and arguments, a text is run by the shell. */
    private static List<String> command(YamlMap entry) {
        var command = entry.value("command");
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
}
