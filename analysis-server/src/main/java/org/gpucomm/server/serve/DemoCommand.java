package org.gpucomm.server.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.util.FileSystemUtils;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that starts a server with the published results in a temporary folder, which it removes at the end. */
@Command(name = "demo", mixinStandardHelpOptions = true,
        description = "Starts a server with the published results and a tour of its pages; keeps nothing.",
        footer = {"", "Exit code 0; 2 usage; 3 if the port is in use."})
public final class DemoCommand extends TerminalCommand {

    /** Properties that override environment variables, which are meant for the user's other servers. */
    private static final Map<String, String> PROPERTIES = Map.of("gpucomm.demo", "true", "gpucomm.token", "",
            "gpucomm.alert-webhook", "", "gpucomm.management-port", "0");

    @Option(names = "--port", defaultValue = "0", paramLabel = "N",
            description = "Port to listen on. Default: a free one.")
    private int port;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("gpucomm-demo-");
        out().println("Nothing is kept: Ctrl-C ends the demo and removes " + folder);
        // Runs after the database is closed.
        SpringApplication.getShutdownHandlers().add(() -> remove(folder));
        PROPERTIES.forEach(System::setProperty);
        var server = new ServeCommand();
        new CommandLine(server).parseArgs("--port", Integer.toString(port), "--management-port", "0", "--data-dir",
                folder.toString());
        int code = 3;
        try {
            code = server.call();
            return code;
        } finally {
            if (code != 0) {
                remove(folder);
            }
        }
    }

    private void remove(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            complain("cannot remove " + folder + ": " + FailureWords.of(e));
        }
    }
}
