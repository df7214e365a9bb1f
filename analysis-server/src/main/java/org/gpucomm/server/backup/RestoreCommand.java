package org.gpucomm.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

import org.flywaydb.core.api.FlywayException;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.results.upload.DataFolder;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.store.Store;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that restores a backup into an empty database and a data directory. */
@Command(name = "restore", mixinStandardHelpOptions = true,
        description = "Puts a backup into an empty database and a data directory, and compares every row with it.",
        footer = {"",
                "Exit code 0; 1 if the backup is broken or the database not empty; 2 usage; 3 if the database is away."})
public final class RestoreCommand extends TerminalCommand {

    private static final int REFUSED = 1;
    private static final int ENVIRONMENT = 3;

    @Parameters(paramLabel = "FILE", description = "What gpucomm backup wrote.")
    private Path file = Path.of("");

    @Option(names = "--data-dir", paramLabel = "DIR",
            description = "Folder for uploads and the database. Default: gpucomm in the platform's folder for data.")
    private @Nullable Path dataDir;

    @Option(names = "--db-url", paramLabel = "URL",
            description = "A PostgreSQL in place of the database in the data directory, as serve takes it.")
    private @Nullable String databaseUrl;

    @Option(names = "--store", paramLabel = "s3://BUCKET/PREFIX",
            description = "A bucket in place of the data directory for the bytes of uploads, as serve takes it.")
    private @Nullable String store;

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw usage(file + (Files.exists(file) ? " is a folder; a backup is a file" : " does not exist"));
        }
        var directory = dataDir == null ? DataFolder.ofThisUser() : dataDir.toAbsolutePath().normalize();
        try (var kept = given(() -> Store.at(store, directory)); var backup = BackupFile.open(file)) {
            Files.createDirectories(directory);
            var contents = backup.contents();
            backup.check();
            long rows = new TableCopy(given(() -> database(directory)), contents.schema()).from((table, tables) -> {
                var given = backup.read(table.name(), columns -> tables.fill(table, columns));
                backup.require(table.name(), given);
                return given;
            }, () -> backup.uploadsInto(kept, directory.resolve("uploads")));
            out().printf(Locale.ROOT, "%d rows of %d tables and %d uploads are as they were at %s%n", rows,
                    contents.tables().size(), contents.uploads(), contents.taken());
            out().flush();
            return 0;
        } catch (BackupException e) {
            complain(file + " was not restored: " + e.getMessage());
            return REFUSED;
        } catch (SQLException | FlywayException | IOException e) {
            complain("cannot restore " + file + ": " + e.getMessage());
            return ENVIRONMENT;
        }
    }

    private Database database(Path directory) {
        return databaseUrl == null
                ? Database.inDirectory(directory)
                : Database.postgresql(databaseUrl, null, System.getenv());
    }
}
