package org.gpucomm.server.backup;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Locale;

import org.gpucomm.results.upload.ServerRequest;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that takes a backup through the HTTP interface of a running server, which works with every database. */
@Command(name = "backup", mixinStandardHelpOptions = true,
        description = "Writes all that a running server has into a file: its tables as of one moment, and every upload.",
        footer = {"",
                "Exit code 0; 1 if the server refuses or the backup is not whole; 2 usage; 3 if no server answers."})
public final class BackupCommand extends TerminalCommand {

    private static final int REFUSED = 1;
    private static final int NO_SERVER = 3;

    @Parameters(paramLabel = "FILE", description = "File to write: gpucomm-2026-01-31.zip")
    private Path file = Path.of("");

    @Option(names = "--server", defaultValue = "http://127.0.0.1:8080", paramLabel = "URL",
            description = "Where the server is. Default: ${DEFAULT-VALUE}.")
    private String server = "";

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "A token that may manage. Default: GPUCOMM_TOKEN.")
    private @Nullable String token;

    @Override
    public Integer call() throws InterruptedException {
        if (Files.exists(file)) {
            throw usage(file + " exists; a backup overwrites nothing");
        }
        checkOutput("FILE", file);
        var part = file.resolveSibling(file.getFileName() + ".part");
        try (var client = HttpClient.newHttpClient()) {
            var response = client.send(request(), BodyHandlers.ofInputStream());
            return response.statusCode() == 200 ? keep(response, part) : refused(response);
        } catch (ConnectException e) {
            complain("no server answers at " + server + "; start one with: gpucomm serve");
            return NO_SERVER;
        } catch (BackupException e) {
            complain("the backup is not whole and was not kept: " + e.getMessage());
            return REFUSED;
        } catch (IOException | SQLException e) {
            complain("the backup was not taken: " + e.getMessage());
            return NO_SERVER;
        } finally {
            part.toFile().delete();
        }
    }

    /** Saves the backup, which gets its final name only after all of it was read again. */
    private int keep(HttpResponse<InputStream> response, Path part) throws IOException, SQLException {
        try (var body = response.body()) {
            Files.copy(body, part, StandardCopyOption.REPLACE_EXISTING);
        }
        try (var backup = BackupFile.open(part)) {
            backup.check();
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            var contents = backup.contents();
            out().printf(Locale.ROOT, "%s: %d rows of %d tables and %d uploads as of %s, %d bytes%n", file,
                    contents.rows(), contents.tables().size(), contents.uploads(), contents.taken(), Files.size(file));
            out().flush();
            return 0;
        }
    }

    private int refused(HttpResponse<InputStream> response) throws IOException {
        try (var body = response.body()) {
            var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            complain("the server answered " + response.statusCode() + ": " + ServerRequest.detail(text));
            return REFUSED;
        }
    }

    private HttpRequest request() {
        try {
            return ServerRequest.to(server, "api/v1/backup", token).GET().build();
        } catch (IllegalArgumentException e) {
            throw usage("--server " + e.getMessage());
        }
    }
}
