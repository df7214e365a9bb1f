package org.gpucomm.server.serve;

import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Indexes for parts of words in PostgreSQL. They need the extension pg_trgm; without it a search reads all names and facts. */
final class SearchIndexes {

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexes.class);

    /** Statements that create the indexes for the queries of {@code SearchWords}. The lock is for servers that start at the same time. */
    private static final List<String> STATEMENTS = List.of("select pg_advisory_xact_lock(4711200120)",
            "create extension if not exists pg_trgm",
            "create index if not exists run_by_filename_part on run using gin (lower(filename) gin_trgm_ops)",
            "create index if not exists run_by_source_part on run using gin (lower(source) gin_trgm_ops)",
            "create index if not exists fact_by_part on fact using gin (lower(name || '=' || fact_value) gin_trgm_ops)"
                    + " where name not like 'flag:%'");

    private SearchIndexes() {}

    /** Creates the indexes; failures are only logged. */
    static void make(DataSource postgresql) {
        try (var connection = postgresql.getConnection(); var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                for (var sql : STATEMENTS) {
                    statement.execute(sql);
                }
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                LOG.warn(
                        "searches read the names of all files: the database's owner must once run 'create extension pg_trgm' ({})",
                        e.getMessage());
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            LOG.warn("indexes for searches were not looked for: {}", e.getMessage());
        }
    }
}
