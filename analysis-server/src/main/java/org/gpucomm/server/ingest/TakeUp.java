package org.gpucomm.server.ingest;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.rereading.Rereading;
import org.gpucomm.server.ingest.uploads.BundledResults;
import org.gpucomm.server.ingest.uploads.Erasure;
import org.gpucomm.server.ingest.uploads.Retention;
import org.gpucomm.server.web.NoRoom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Imports that a server begins by itself: at its start, and whenever something waits that nobody holds. */
@Component
class TakeUp implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(TakeUp.class);

    private static final int PAUSE = 3;

    private final StoredFiles files;
    private final Imports imports;
    private final Rereading rereading;
    private final BundledResults bundled;
    private final Erasure erasure;
    private final Retention retention;
    private final ScheduledExecutorService looking = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("take-up-", 1).factory());

    /** Whether the disk was full or the database away when it was tried. */
    private volatile boolean missed;
    /** Whether it was reported that the database does not answer. Used by one thread. */
    private boolean away;

    TakeUp(StoredFiles files, Imports imports, Rereading rereading, BundledResults bundled, Erasure erasure,
            Retention retention) {
        this.files = files;
        this.imports = imports;
        this.rereading = rereading;
        this.bundled = bundled;
        this.erasure = erasure;
        this.retention = retention;
    }

    /** In the background: unfinished imports first, then what came with this build, then what older parsers have read. */
    void begin() {
        if (imports.isStopping()) {
            return;
        }
        looking.scheduleWithFixedDelay(this::look, PAUSE, PAUSE, TimeUnit.SECONDS);
        imports.execute(this::takeUp);
        erasure.begin();
        retention.begin();
    }

    @Override
    public void destroy() {
        // No interrupts: H2 closes its file when a thread that uses it is interrupted.
        looking.shutdown();
    }

    private void takeUp() {
        try {
            files.sweep();
            imports.endLeasesOfTheDead();
            rereading.renewUnfinished();
            imports.submitUnfinished();
            bundled.add(imports::submit);
            rereading.begin(false).forEach(imports::submit);
            missed = false;
        } catch (IOException | DataAccessException | TransactionException | NoRoom e) {
            LOG.warn("what a start imports has to wait: {}", e.getMessage());
            missed = true;
        }
    }

    /** What another server left, what waits for its next try, and what came while the database was away. */
    private void look() {
        try {
            if (missed) {
                missed = false;
                imports.execute(this::takeUp);
            }
            rereading.renewUnfinished();
            imports.submitUnfinished();
            if (away) {
                away = false;
                LOG.warn("The database answers again.");
            }
        } catch (DataAccessException | TransactionException e) {
            tellThatItIsAway(e);
        }
    }

    /** One line when it begins, anyone who asks meanwhile, since this looks whether anybody asks or not. */
    private void tellThatItIsAway(NestedRuntimeException failure) {
        if (!away) {
            away = true;
            LOG.error(
                    "The database does not answer: {}. See that it runs and make room on its disk: imports go on by themselves then, on H2 when the server is started again.",
                    String.valueOf(failure.getMostSpecificCause().getMessage()).replaceAll("\\R\\s*", " "));
        }
    }
}
