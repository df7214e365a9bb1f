package org.gpucomm.server.serve;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import org.gpucomm.server.database.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Database connections, opened and migrated while the web server starts; with two cores, the one adds no time to the other. */
final class Storage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
    /** Maximum number of connections: more than large answers use, so that lookups, writes and imports can run next to them. */
    private static final int CONNECTIONS = 14;
    /** Number of idle connections: a page sends several requests at once, and opening a connection takes longer than most of them. */
    private static final int READY = 4;
    /** Time in ms that a request waits for a connection, if the database is unavailable or all connections are in use. */
    private static final long LONGEST_WAIT = 5000;
    /** Time in s after which a connection to PostgreSQL that answers nothing is closed, as if the network between dropped all packets. */
    private static final String LONGEST_SILENCE = "60";

    /**
     * Settings of a PostgreSQL connection. Most queries touch few rows by index, so JIT compilation or parallel workers would take longer
     * than the query. Compressing arrays takes a quarter of an import with PostgreSQL's own method and little with lz4, which not every
     * build has.
     */
    private static final String POSTGRESQL = """
            set jit = off; set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1;
            select set_config(name, 'lz4', false) from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)
            """;

    /**
     * Statements that create indexes for searches by parts of words in PostgreSQL. They need the extension pg_trgm; without it a search
     * reads all names and facts. The lock is for servers that start at the same time.
     */
    private static final List<String> SEARCH_INDEXES = List.of("select pg_advisory_xact_lock(4711200120)",
            "create extension if not exists pg_trgm",
            "create index if not exists run_by_filename_part on run using gin (lower(filename) gin_trgm_ops)",
            "create index if not exists run_by_source_part on run using gin (lower(source) gin_trgm_ops)",
            "create index if not exists fact_by_part on fact using gin (lower(name || '=' || fact_value) gin_trgm_ops)"
                    + " where name not like 'flag:%'");

    private final Database database;
    private final CompletableFuture<HikariDataSource> opened = new CompletableFuture<>();

    Storage(Database database) {
        this.database = database;
    }

    /** Opens the database in a new thread. */
    void open() {
        opened.completeAsync(this::openAndMigrate, task -> Thread.ofPlatform().name("open-database").start(task));
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
            config.addDataSourceProperty("socketTimeout", LONGEST_SILENCE);
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
            if (database.isPostgresql()) {
                // On connections without a limit: an index of many rows takes long.
                database.migrations().load().migrate();
                makeSearchIndexes(new DriverManagerDataSource(database.url(), database.user(), database.password()));
            } else {
                database.migrations().dataSource(pool).load().migrate();
            }
            return pool;
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Creates indexes for searches; failures are only logged. */
    private static void makeSearchIndexes(DataSource postgresql) {
        var jdbc = new JdbcTemplate(postgresql);
        try {
            new TransactionTemplate(new DataSourceTransactionManager(postgresql))
                    .executeWithoutResult(status -> SEARCH_INDEXES.forEach(jdbc::execute));
        } catch (DataAccessException e) {
            LOG.warn(
                    "searches read the names of all files: the database's owner must once run 'create extension pg_trgm' ({})",
                    e.getMostSpecificCause().getMessage());
        } catch (TransactionException e) {
            LOG.warn("indexes for searches were not looked for: {}", e.getMessage());
        }
    }
}
