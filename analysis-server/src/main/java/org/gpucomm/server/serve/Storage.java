package org.gpucomm.server.serve;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import org.gpucomm.server.database.Database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Database connections, opened and migrated while the web server starts; with two cores, the one adds no time to the other. */
final class Storage implements AutoCloseable {

    /** Maximum number of connections: more than large answers use, so that lookups, writes and imports can run next to them. */
    private static final int CONNECTIONS = 14;
    /** Number of idle connections: a page sends several requests at once, and opening a connection takes longer than most of them. */
    private static final int READY = 4;
    /** Time in ms that a request waits for a connection, if the database is unavailable or all connections are in use. */
    private static final long LONGEST_WAIT = 5000;

    /**
     * Settings of a PostgreSQL connection. Most queries touch few rows by index, so JIT compilation or parallel workers would take longer
     * than the query. Compressing arrays takes a quarter of an import with PostgreSQL's own method and little with lz4, which not every
     * build has.
     */
    private static final String POSTGRESQL = """
            set jit = off; set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1;
            select set_config(name, 'lz4', false) from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)
            """;

    private final Database database;
    private final CompletableFuture<HikariDataSource> opened = new CompletableFuture<>();

    Storage(Database database) {
        this.database = database;
    }

    /** Opens the database in a new thread. */
    void open() {
        Thread.ofPlatform().name("open-database").start(() -> {
            try {
                opened.complete(openAndMigrate());
            } catch (RuntimeException | Error e) {
                opened.completeExceptionally(e);
            }
        });
    }

    /** Waits until the database is ready; throws the exception if it cannot be opened. */
    DataSource await() {
        try {
            return opened.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        opened.thenAccept(HikariDataSource::close);
    }

    private HikariDataSource openAndMigrate() {
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        if (database.isPostgresql()) {
            config.setConnectionInitSql(POSTGRESQL);
        } else {
            // After H2 has closed its file, on a full disk, its connections still claim to be valid.
            config.setConnectionTestQuery("select 1");
        }
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(READY);
        config.setConnectionTimeout(LONGEST_WAIT);
        config.setPoolName("gpucomm");
        var pool = new HikariDataSource(config);
        try {
            database.migrations().dataSource(pool).load().migrate();
            if (database.isPostgresql()) {
                SearchIndexes.make(pool);
            }
            return pool;
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
