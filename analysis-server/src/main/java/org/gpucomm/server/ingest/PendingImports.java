package org.gpucomm.server.ingest;

import java.io.IOException;
import java.time.Duration;

import org.gpucomm.server.background.BackgroundTasks;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.reimport.Reimports;
import org.gpucomm.server.ingest.uploads.BundledResults;
import org.gpucomm.server.web.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Imports without a request: unfinished ones, bundled results, and uploads that older parsers have read. */
@Component
class PendingImports implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(PendingImports.class);
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private final BackgroundTasks tasks;
    private final StoredFiles files;
    private final Imports imports;
    private final Reimports reimports;
    private final BundledResults bundled;

    PendingImports(BackgroundTasks tasks, StoredFiles files, Imports imports, Reimports reimports,
            BundledResults bundled) {
        this.tasks = tasks;
        this.files = files;
        this.imports = imports;
        this.reimports = reimports;
        this.bundled = bundled;
    }

    /** Schedules pending imports at the start of a server, and retries while the disk is full or the database is unavailable. */
    void begin() throws InterruptedException {
        while (!imports.isStopping() && !isDone()) {
            Thread.sleep(PAUSE);
        }
    }

    /** Schedules imports left by another server, and those that arrived while the database was unavailable. */
    void scheduleUnfinished() {
        reimports.renewUnfinished();
        imports.submitUnfinished();
    }

    /** Schedules uploads that older parsers have read, even after this server started. */
    void scheduleOutdated() {
        reimports.begin(false);
        imports.submitUnfinished();
    }

    /** Stops the tasks before any bean that they use is closed. */
    @Override
    public void destroy() {
        tasks.stop();
    }

    private boolean isDone() {
        try {
            files.sweep();
            tasks.start();
            scheduleUnfinished();
            bundled.add();
            scheduleOutdated();
            return true;
        } catch (IOException | DataAccessException | TransactionException | Refused e) {
            LOG.warn("what a start imports has to wait: {}", e.getMessage());
            return false;
        }
    }
}
