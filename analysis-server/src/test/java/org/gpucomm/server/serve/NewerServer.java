package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.tools.ToolProvider;

/** This server as its next version, which makes something else of the same files. */
final class NewerServer {

    private static final Path SOURCE = Path
            .of("src/main/java/org/gpucomm/server/ingest/readings/ReadingVersion.java");
    private static final String VERSION = "IMPORT_VERSION = ";

    private NewerServer() {}

    /** Compiles what differs. @return the folder that belongs first on its class path */
    static Path classes(Path folder) throws IOException {
        var text = Files.readString(SOURCE);
        int at = text.indexOf(VERSION);
        assertThat(at).as(VERSION + "in " + SOURCE).isPositive();
        var newer = text.substring(0, at) + VERSION + "9" + text.substring(at + VERSION.length());
        var source = Files.writeString(Files.createDirectories(folder).resolve("ReadingVersion.java"), newer);
        var classes = Files.createDirectories(folder.resolve("classes"));
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-classpath",
                System.getProperty("java.class.path"), "-d", classes.toString(), source.toString());
        assertThat(code).as("exit code of javac").isZero();
        return classes;
    }
}
