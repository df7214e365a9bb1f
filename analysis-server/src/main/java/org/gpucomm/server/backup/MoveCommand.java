package org.gpucomm.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

import org.flywaydb.core.api.FlywayException;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.server.database.Database;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that copies the tables of one database into another, empty one. */
@Command(name = "move", mixinStandardHelpOptions = true,
        description = "Copies all tables into another, empty database and compares every row. Stop the servers first.",
        footer = {"", "The bytes of uploads stay in the data directory: start servers with it and the new --db-url.",
                "Exit code 0; 1 if the rows do not fit or the target is not empty; 2 usage; 3 if a database is away."})
public final class MoveCommand extends TerminalCommand {

    private static final int REFUSED = 1;
    private static final int ENVIRONMENT = 3;

    @Option(names = "--from", required = true, paramLabel = "WHERE",
            description = "A data directory, for the database in it, or the URL of a PostgreSQL. It stays as it is.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "WHERE", description = "The target, in the same form.")
    private String to = "";

    @Override
    public Integer call() {
        var given = database("--from", from);
        var target = database("--to", to);
        if (given.equals(target)) {
            throw usage("--from and --to are the same database");
        }
        try (var connection = DatabaseTables.connect(given)) {
            var tables = DatabaseTables.asTheyAreNow(connection);
            long rows = new TableCopy(target, tables.version()).from((table, filled) -> {
                var source = tables.named(table.name());
                try (var filling = filled.fill(table, source.columns())) {
                    return tables.read(source, filling);
                }
            }, () -> {});
            connection.rollback();
            out().printf(Locale.ROOT, "%d rows of %d tables are in %s as they are in %s%n", rows, tables.all().size(),
                    Database.withoutPassword(to), Database.withoutPassword(from));
            out().flush();
            return 0;
        } catch (BackupException e) {
            complain("nothing was moved: " + e.getMessage());
            return REFUSED;
        } catch (SQLException | FlywayException | IOException e) {
            complain("cannot move: " + e.getMessage());
            return ENVIRONMENT;
        }
    }

    private Database database(String option, String where) {
        if (!where.matches("(jdbc:)?postgres(ql)?:.*")) {
            var directory = Path.of(where).toAbsolutePath().normalize();
            if (!Files.isDirectory(directory)) {
                throw usage(option + " must be a data directory or postgresql://HOST/NAME, was '" + where + "'");
            }
            return Database.inDirectory(directory);
        }
        try {
            return Database.postgresql(where, null, System.getenv());
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()).replace("--db-url", option));
        }
    }
}
