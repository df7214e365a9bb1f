package org.gpucomm.runner.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.yaml.YamlMap;

/**
 * Setting that a plan compares with others: environment variables, which libraries read when they are loaded.
 *
 * @param variables values of variables; an empty value removes the variable from the environment
 */
public record Setting(String name, Map<String, Optional<String>> variables) {

    /** Setting of a plan without settings: the unchanged environment. */
    static final Setting NONE = new Setting("-", Map.of());

    public Setting {
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }

    static Setting of(String name, YamlMap members) {
        var variables = new LinkedHashMap<String, Optional<String>>();
        for (var variable : members.keys()) {
            checkVariable(variable, members);
            variables.put(variable, members.value(variable).textIfAny());
        }
        return new Setting(name, variables);
    }

    static void checkVariable(String name, YamlMap members) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw members.error(name, "cannot be the name of a variable of the environment");
        }
    }
}
