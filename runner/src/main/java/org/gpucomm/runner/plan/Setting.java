package org.gpucomm.runner.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One of the settings that a plan compares: variables of the environment, which libraries read when they are loaded.
 *
 * @param variables a variable that is empty here is taken out of the environment
 */
record Setting(String name, Map<String, Optional<String>> variables) {

    /** What a plan without settings runs under: the environment as it is. */
    static final Setting NONE = new Setting("-", Map.of());

    Setting {
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }
}
