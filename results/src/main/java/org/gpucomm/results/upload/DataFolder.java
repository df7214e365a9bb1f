package org.gpucomm.results.upload;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Default folder for gpucomm's data: a server's results, and results that wait for a server. */
public final class DataFolder {

    private static final String NAME = "gpucomm";

    private DataFolder() {}

    /** Returns the platform's folder for the application data of the current user. */
    public static Path ofThisUser() {
        return ofPlatform(System.getenv(), System.getProperty("os.name"), System.getProperty("user.home"));
    }

    static Path ofPlatform(Map<String, String> environment, String os, String home) {
        var system = os.toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return Path.of(home, "Library", "Application Support", NAME);
        }
        if (system.startsWith("win")) {
            return base(environment.get("LOCALAPPDATA"), Path.of(home, "AppData", "Local")).resolve(NAME);
        }
        return base(environment.get("XDG_DATA_HOME"), Path.of(home, ".local", "share")).resolve(NAME);
    }

    private static Path base(@Nullable String given, Path otherwise) {
        return given == null || given.isBlank() || !Path.of(given).isAbsolute() ? otherwise : Path.of(given);
    }
}
