package org.gpucomm.server.ingest;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;

import org.gpucomm.server.background.BackgroundTasks;
import org.gpucomm.server.ingest.files.IngestProperties;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.ingest.reimport.Reimports;
import org.gpucomm.server.ingest.uploads.BundledResults;
import org.gpucomm.server.web.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;

/** Imports without a request: unfinished ones, bundled results, and uploads that older parsers have read. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngestProperties.class)
class PendingImports implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(PendingImports.class);
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    /** Interval of the search for outdated readings, which examines all uploads. */
    private static final Duration BETWEEN_REREADS = Duration.ofMinutes(1);

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

    @Bean
    static Clock clock() {
        return Clock.systemUTC();
    }

    /** Sets up Batch and starts imports once the server answers requests. */
    @Bean
    static ApplicationListener<ApplicationReadyEvent> beginImports(ObjectProvider<PendingImports> imports) {
        return ready -> Thread.ofPlatform().name("begin-imports")
                .start(() -> begin(imports, ready.getApplicationContext()));
    }

    /** Returns the task for imports left by another server, and those that arrived while the database was unavailable. */
    @Bean
    Task<Void> unfinishedImports() {
        return Tasks.recurring(ReadingVersion.taskName("unfinished-imports"), FixedDelay.of(BETWEEN_LOOKS))
                .execute((task, context) -> scheduleUnfinished());
    }

    /** Returns the task for uploads that older parsers have read, even after this server started. */
    @Bean
    Task<Void> outdatedReadings() {
        return Tasks.recurring(ReadingVersion.taskName("outdated-readings"), FixedDelay.of(BETWEEN_REREADS))
                .execute((task, context) -> scheduleOutdated());
    }

    private static void begin(ObjectProvider<PendingImports> imports, ConfigurableApplicationContext context) {
        try {
            imports.getObject().begin();
        } catch (BeansException e) {
            // A server that is stopped immediately imports nothing.
            if (context.isActive()) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Schedules pending imports at the start of a server, and retries while the disk is full or the database is unavailable. */
    private void begin() throws InterruptedException {
        while (!imports.isStopping() && !isDone()) {
            Thread.sleep(PAUSE);
        }
    }

    private void scheduleUnfinished() {
        reimports.renewUnfinished();
        imports.submitUnfinished();
    }

    private void scheduleOutdated() {
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
