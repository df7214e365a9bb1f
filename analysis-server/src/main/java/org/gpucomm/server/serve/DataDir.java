package org.gpucomm.server.serve;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Where a server keeps its data when it is not told. */
final class DataDir {

    private static final String NAME = "gpucomm";

    private DataDir() {}

    /**
     * The directory that the platform has for the data of applications.
     *
     * @param environment the process's variables
     * @param os          the system's name, as {@code os.name} has it
     * @param home        the user's home directory
     */
    static Path ofPlatform(Map<String, String> environment, String os, String home) {
        var system = os.toLowerCase(Locale.ROOT);
        if (system.contains("win") && !system.contains("darwin")) {
            return base(environment.get("LOCALAPPDATA"), Path.of(home, "AppData", "Local")).resolve(NAME);
        }
        if (system.contains("mac")) {
            return Path.of(home, "Library", "Application Support", NAME);
        }
        return base(environment.get("XDG_DATA_HOME"), Path.of(home, ".local", "share")).resolve(NAME);
    }

    private static Path base(@Nullable String given, Path otherwise) {
        return given == null || given.isBlank() || !Path.of(given).isAbsolute() ? otherwise : Path.of(given);
    }
}
