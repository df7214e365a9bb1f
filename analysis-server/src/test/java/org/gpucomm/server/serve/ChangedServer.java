package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.tools.ToolProvider;

/** Server with a line of its source changed, for what no file and no request brings about. */
final class ChangedServer {

    private static final Path SOURCES = Path.of("src/main/java/org/gpucomm");
    private static final String VERSION = "IMPORT_VERSION = ";

    private ChangedServer() {}

    /** As its next version, which makes something else of the same files. @return as {@link #with} */
    static Path ofNextVersion(Path folder) throws IOException {
        return with(folder, "server/ingest/parsing/ReadingVersion.java", VERSION, VERSION + "9");
    }

    /**
     * Compiles what differs.
     *
     * @param source below {@code org/gpucomm}: {@code analysis/rules/Rules.java}
     * @param text   which it has, and which becomes {@code other} where it comes first
     * @return the folder that belongs first on its class path
     */
    static Path with(Path folder, String source, String text, String other) throws IOException {
        var module = source.startsWith("server/") ? "analysis-server" : source.substring(0, source.indexOf('/'));
        var before = Files.readString(Path.of("..", module).resolve(SOURCES).resolve(source));
        int at = before.indexOf(text);
        assertThat(at).as(text + " in " + source).isPositive();
        var after = before.substring(0, at) + other + before.substring(at + text.length());
        var changed = Files.writeString(
                Files.createDirectories(folder).resolve(Path.of(source).getFileName().toString()), after);
        var classes = Files.createDirectories(folder.resolve("classes"));
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "-classpath",
                System.getProperty("java.class.path"), "-d", classes.toString(), changed.toString());
        assertThat(code).as("exit code of javac").isZero();
        return classes;
    }
}
