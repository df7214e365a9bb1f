package org.gpucomm.server.serve;

import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes by which PostgreSQL finds a part of a word: its trigrams come as an extension, which may be missing, and which anyone who
 * may write to the database may not be allowed to make. Without them a search reads the names of all files and all facts.
 */
final class SearchIndexes {

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexes.class);

    /** As {@code SearchWords} asks. Several servers may start at once. */
    private static final List<String> STATEMENTS = List.of("select pg_advisory_xact_lock(4711200120)",
            "create extension if not exists pg_trgm",
            "create index if not exists run_by_filename_part on run using gin (lower(filename) gin_trgm_ops)",
            "create index if not exists run_by_source_part on run using gin (lower(source) gin_trgm_ops)",
            "create index if not exists fact_by_part on fact using gin (lower(name || '=' || fact_value) gin_trgm_ops)"
                    + " where name not like 'flag:%'");

    private SearchIndexes() {}

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
