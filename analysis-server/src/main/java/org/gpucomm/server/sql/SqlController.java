package org.gpucomm.server.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.util.UUID;
import java.util.concurrent.Semaphore;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.cli.sql.SqlAnswer;
import org.gpucomm.cli.sql.SqlProcess;
import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.store.Store;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.TooBusy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Queries over the measurements of all uploads, each answered by a process of its own. */
@RestController
class SqlController {

    private static final Logger LOG = LoggerFactory.getLogger(SqlController.class);
    private static final int AT_A_TIME = 2;
    private static final int MOST_CHARACTERS = 10_000;

    private final Store store;
    private final Path work;
    private final Semaphore free = new Semaphore(AT_A_TIME);

    SqlController(Store store, IngestProperties properties) {
        this.store = store;
        this.work = properties.workDir();
    }

    /** Answers a query with at most 10,000 rows. */
    @ConcurrencyLimited
    @PostMapping("/api/v1/sql")
    SqlAnswer sql(@RequestBody Question question) throws IOException, InterruptedException {
        var query = question.query();
        if (query == null || query.isBlank() || query.length() > MOST_CHARACTERS) {
            throw new BadParameter("query must be one query of SQL, of at most " + MOST_CHARACTERS + " characters");
        }
        var tables = store.tableFolder()
                .orElseThrow(() -> Refused.conflict("The measurements of this server lie in a bucket. "
                        + "An engine that reads it answers queries there: docs/scale.md has DuckDB, Spark, Trino and ClickHouse."));
        if (!free.tryAcquire()) {
            throw new TooBusy();
        }
        var folder = Files.createDirectory(work.resolve("sql-" + UUID.randomUUID()));
        try {
            return SqlProcess.answer(query, tables, folder);
        } catch (SQLTimeoutException e) {
            throw new QueryTimeoutException(e.getMessage(), e);
        } catch (SQLNonTransientConnectionException e) {
            LOG.error(e.getMessage());
            throw new BadParameter("this query ended the engine that answered it; ask for less at once");
        } catch (SQLException e) {
            throw new BadParameter(String.valueOf(e.getMessage()));
        } finally {
            FileSystemUtils.deleteRecursively(folder);
            free.release();
        }
    }

    /** @param query a single query that only reads */
    record Question(@Nullable String query) {}
}
