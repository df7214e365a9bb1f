package org.gpucomm.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.ProxyInputStream;
import org.gpucomm.results.upload.UploadAnswer;
import org.gpucomm.results.upload.UploadClient;
import org.gpucomm.results.anonymize.PseudonymousLog;
import org.gpucomm.results.anonymize.UnsupportedLog;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.GivenFile;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that uploads files to a server, waits for the result of each, and prints a sentence and the permalink. */
@Command(name = "upload", mixinStandardHelpOptions = true,
        description = "Sends logs to a gpucomm server and prints what it made of them, with the link.",
        footer = {"", "Exit code 0; 1 if a file was refused or could not be understood; 2 usage;",
                "3 if no server answers."})
public final class UploadCommand extends TerminalCommand {

    private static final int SOMETHING_WRONG = 1;
    private static final int NO_SERVER = 3;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or CSV files, or folders of them; - is standard input.")
    private List<Path> files = List.of();

    @Option(names = "--server", required = true, paramLabel = "URL",
            description = "Where the server is: http://127.0.0.1:8080")
    private String server = "";

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "The server's token, if it has one. Default: GPUCOMM_TOKEN.")
    private @Nullable String token;

    @Option(names = "--name", paramLabel = "NAME", defaultValue = "stdin",
            description = "File name to send standard input under; some formats name the operation in it.")
    private String name = "";

    @Option(names = "--pseudonymise",
            description = "Replace the names of hosts by host-1, host-2, … before anything is sent. Best effort.")
    private boolean pseudonymise;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var given = given();
        int code = 0;
        try (var client = new UploadClient(server("--server", server), token == null || token.isBlank() ? null : token,
                null)) {
            for (var file : given) {
                code = Math.max(code, file.equals(GivenFile.STANDARD_INPUT)
                        ? uploadStandardInput(client)
                        : upload(client, file, Objects.requireNonNull(file.getFileName()).toString()));
                if (code == NO_SERVER) {
                    break;
                }
            }
        }
        return code;
    }

    /** Copies standard input to a file first, because a retry must send the content again. */
    private int uploadStandardInput(UploadClient client) throws IOException, InterruptedException {
        var kept = Files.createTempFile("gpucomm-stdin", null);
        try {
            Files.copy(System.in, kept, StandardCopyOption.REPLACE_EXISTING);
            return upload(client, kept, name);
        } finally {
            Files.delete(kept);
        }
    }

    private int upload(UploadClient client, Path file, String name) throws InterruptedException {
        try {
            IOSupplier<InputStream> content = () -> reported(file, name);
            var answer = pseudonymise ? sendPseudonymous(client, content, name) : client.send(name, content);
            doing("waiting for the result of " + name);
            return told(client, name,
                    answer instanceof UploadAnswer.Accepted accepted ? client.await(accepted) : answer);
        } catch (UnsupportedLog e) {
            return wrong(name, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return told(client, name, new UploadAnswer.Refused(FailureWords.of(e)));
        }
    }

    /** Returns the content of a file. Reports the share of it that has been read. */
    private InputStream reported(Path file, String name) throws IOException {
        double size = Math.max(1, Files.size(file));
        return new ProxyInputStream(Files.newInputStream(file)) {
            private long sent;
            private long percent = -1;

            @Override
            protected void afterRead(int bytes) {
                sent += Math.max(0, bytes);
                long now = Math.round(100 * sent / size);
                if (now != percent) {
                    percent = now;
                    doing("sending " + name + " (" + percent + " %)");
                }
            }
        };
    }

    private static UploadAnswer sendPseudonymous(UploadClient client, IOSupplier<InputStream> content, String name)
            throws IOException, UnsupportedLog, InterruptedException {
        try (var log = PseudonymousLog.of(content.get())) {
            return client.send(log.filename(name), () -> pseudonymous(content));
        }
    }

    private static InputStream pseudonymous(IOSupplier<InputStream> content) throws IOException {
        try {
            return PseudonymousLog.of(content.get());
        } catch (UnsupportedLog e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private int told(UploadClient client, String name, UploadAnswer answer) throws InterruptedException {
        return switch (answer) {
            case UploadAnswer.Accepted upload -> {
                out().println(name + ": " + Objects.requireNonNullElse(upload.said(), upload.state()));
                if (upload.state().equals("ready")) {
                    client.headline(upload).ifPresent(out()::println);
                }
                out().println(upload.permalink());
                out().flush();
                yield upload.failed() ? SOMETHING_WRONG : 0;
            }
            case UploadAnswer.Later later when later.away() -> {
                complain(later.reason() + "; start one with: gpucomm serve");
                yield NO_SERVER;
            }
            case UploadAnswer.Later later -> wrong(name, later.reason());
            case UploadAnswer.Refused refused -> wrong(name, refused.reason());
        };
    }

    private int wrong(String name, String reason) {
        complain(name + ": " + reason);
        return SOMETHING_WRONG;
    }

    private List<Path> given() {
        var given = filesOf(files).stream().map(GivenFile::path).toList();
        for (var file : given) {
            if (file.equals(GivenFile.STANDARD_INPUT)) {
                continue;
            }
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw usage(file + (Files.exists(file) ? " is not readable" : " does not exist"));
            }
        }
        return given;
    }
}
