package org.gpucomm.server.serve;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import org.gpucomm.server.database.Database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/**
 * The database being opened and brought to this version's tables, beside the start of the web server: with two cores the
 * one costs no time on top of the other.
 */
final class Storage implements AutoCloseable {

    /** Some more than are used for answers that read much: lookups, writes and imports go on beside those. */
    private static final int CONNECTIONS = 14;
    /** A page asks some things at once; opening a connection takes longer than most of them. */
    private static final int READY = 4;
    /** Milliseconds that a request waits for a database that is away, or for others to be done. */
    private static final long LONGEST_WAIT = 5000;

    /**
     * Compiling a query, or starting processes for it, takes longer than most of ours; they touch few rows, by index. Compressing
     * arrays by PostgreSQL's own method takes a quarter of the time of an import, and little by lz4, which not every build has.
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

    /** Begins, in a thread of its own. */
    void open() {
        Thread.ofPlatform().name("open-database").start(() -> {
            try {
                opened.complete(openAndMigrate());
            } catch (RuntimeException | Error e) {
                opened.completeExceptionally(e);
            }
        });
    }

    /** Waits until the database is ready; throws the failure of its start. */
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
            // Where H2 has closed its file, on a full disk, connections call themselves valid.
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
