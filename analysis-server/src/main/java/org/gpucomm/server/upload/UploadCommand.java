package org.gpucomm.server.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.gpucomm.server.pseudonyms.PseudonymousLog;
import org.gpucomm.server.pseudonyms.Unsuitable;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends files to a server, waits for what it makes of them, and prints a sentence and the permalink of each. */
@Command(name = "upload", mixinStandardHelpOptions = true,
        description = "Sends logs to a gpucomm server and prints what it made of them, with the link.",
        footer = {"", "Exit code 0; 1 if a file was refused or could not be understood; 2 usage;",
                "3 if no server answers."})
public final class UploadCommand implements Callable<Integer> {

    private static final int SOMETHING_WRONG = 1;
    private static final int NO_SERVER = 3;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Logs or CSV files.")
    private List<Path> files = List.of();

    @Option(names = "--server", required = true, paramLabel = "URL",
            description = "Where the server is: http://127.0.0.1:8080")
    private URI server = URI.create("http://127.0.0.1:8080");

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "The server's token, if it has one. Default: GPUCOMM_TOKEN.")
    private @Nullable String token;

    @Option(names = "--pseudonymise",
            description = "Replace the names of hosts by host-1, host-2, … before anything is sent. Best effort.")
    private boolean pseudonymise;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        refuseWhatIsNoFile();
        if (server.getHost() == null || !List.of("http", "https").contains(String.valueOf(server.getScheme()))) {
            throw usage("--server must be a URL such as http://127.0.0.1:8080, was '" + server + "'");
        }
        int code = 0;
        try (var client = new ServerClient(server, token == null || token.isBlank() ? null : token)) {
            for (var file : files) {
                code = Math.max(code, upload(client, file));
            }
        } catch (ServerClient.Unreachable e) {
            err().println("gpucomm: " + e.getMessage());
            return NO_SERVER;
        }
        return code;
    }

    private int upload(ServerClient client, Path file) throws InterruptedException, ServerClient.Unreachable {
        var name = Objects.requireNonNull(file.getFileName()).toString();
        try {
            var progress = new Progress(System.err, System.console() != null && System.console().isTerminal(), name,
                    Files.size(file));
            var first = pseudonymise
                    ? sendPseudonymous(client, file, name, progress)
                    : client.send(name, body(file, progress));
            progress.done();
            var upload = client.await(first);
            out().println(
                    name + ": " + Objects.requireNonNullElse(upload.failed() ? upload.message() : upload.summary(),
                            String.valueOf(upload.state())));
            out().println(client.permalink(upload));
            out().flush();
            return upload.failed() ? SOMETHING_WRONG : 0;
        } catch (ServerClient.Refused | Unsuitable | IOException e) {
            err().println("gpucomm: " + name + ": " + e.getMessage());
            return SOMETHING_WRONG;
        }
    }

    private static Answer sendPseudonymous(ServerClient client, Path file, String name, Progress progress)
            throws IOException, Unsuitable, InterruptedException, ServerClient.Unreachable, ServerClient.Refused {
        try (var log = PseudonymousLog.of(progress.over(open(file)))) {
            return client.send(log.filename(name), BodyPublishers.ofInputStream(() -> log));
        }
    }

    private static BodyPublisher body(Path file, Progress progress) throws IOException {
        long size = Files.size(file);
        if (size == 0) {
            return BodyPublishers.noBody();
        }
        return BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> progress.over(open(file))), size);
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void refuseWhatIsNoFile() {
        for (var file : files) {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw usage(file + (Files.isDirectory(file)
                        ? " is a directory; name the files in it"
                        : Files.exists(file) ? " is not readable" : " does not exist"));
            }
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
