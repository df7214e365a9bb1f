package org.gpucomm.server.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The programs of {@code frontend/e2e} that drive a browser. */
public final class BrowserScripts {

    public static final Path FOLDER = Path.of("..", "frontend", "e2e").toAbsolutePath().normalize();

    private BrowserScripts() {}

    /** Installs what package-lock.json names, unless that was done. */
    public static void install() throws IOException, InterruptedException {
        var lock = FOLDER.resolve("package-lock.json");
        var installed = FOLDER.resolve("node_modules/.installed-lock.json");
        if (!Files.exists(installed) || Files.mismatch(lock, installed) != -1) {
            DashboardBrowserTest.run("npm", "ci", "--no-progress", "--loglevel=error");
            Files.copy(lock, installed);
        }
    }
}
