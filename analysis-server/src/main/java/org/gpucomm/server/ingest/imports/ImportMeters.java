package org.gpucomm.server.ingest.imports;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.server.ingest.files.CachedLookup;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Metrics of imports. The gauges are for all servers with this database; they are NaN while it is unavailable. */
@Component
class ImportMeters implements MeterBinder {

    private static final Duration VALID = Duration.ofSeconds(3);

    private final ObjectProvider<JdbcClient> jdbc;
    private final LongAdder rows = new LongAdder();
    private final LongAdder takeovers = new LongAdder();
    private final Map<Outcome, LongAdder> ends = Stream.of(Outcome.values())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), outcome -> new LongAdder()));
    private final CachedLookup<Counts> counts = new CachedLookup<>(VALID, this::counted);

    /** @param jdbc looked up late, since the database may open later than the web server */
    ImportMeters(ObjectProvider<JdbcClient> jdbc) {
        this.jdbc = jdbc;
    }

    /** Registers all metrics at once: if a counter is missing at first, its rate misses the first events. */
    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("gpucomm.import.rows", rows, LongAdder::sum).description("rows that were committed")
                .register(registry);
        FunctionCounter.builder("gpucomm.import.takeovers", takeovers, LongAdder::sum)
                .description("imports taken over here because their server sent no heartbeat").register(registry);
        for (var outcome : Outcome.values()) {
            FunctionCounter.builder("gpucomm.import.ends", ends.get(outcome), LongAdder::sum)
                    .tag("outcome", outcome.name()).description("imports that ended here").register(registry);
        }
        gauge(registry, "gpucomm.imports.waiting", Counts::waiting, "imports that no server has begun or that pause");
        gauge(registry, "gpucomm.imports.oldest.seconds", Counts::waited,
                "how long the import that waits longest could have begun; 0 if none waits");
        gauge(registry, "gpucomm.imports.running", Counts::running, "imports that a server holds");
        gauge(registry, "gpucomm.imports.failed", Counts::failed, "files whose import has failed for good");
        gauge(registry, "gpucomm.imports.retried", Counts::retried,
                "imports under way that failed before through no fault of their file, or whose server died");
    }

    /** Counts rows when the current transaction has been committed. */
    void countAtCommit(long count) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

            @Override
            public void afterCommit() {
                rows.add(count);
            }
        });
    }

    void countTakeover() {
        takeovers.increment();
    }

    void countEnd(Outcome outcome) {
        ends.get(outcome).increment();
    }

    /** End of an import. {@code mapping}: a person must explain columns; {@code again}: the import will be retried. */
    enum Outcome {
        ready,
        failed,
        mapping,
        again
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<Counts> value, String description) {
        Gauge.builder(name, counts, looked -> looked.now().map(value::applyAsDouble).orElse(Double.NaN))
                .description(description).register(registry);
    }

    private Counts counted() {
        return jdbc.getObject().sql("""
                select coalesce(sum(case when state = 'importing' and not held then 1 else 0 end), 0),
                       coalesce(sum(case when state = 'importing' and held then 1 else 0 end), 0),
                       coalesce(sum(case when state = 'failed' then 1 else 0 end), 0),
                       coalesce(sum(case when state = 'importing' and failures > 0 then 1 else 0 end), 0),
                       min(case when state = 'importing' and not held then due end)
                  from (select r.state, coalesce(t.picked, false) as held, t.consecutive_failures as failures,
                               t.execution_time as due
                          from reading r left join scheduled_tasks t
                               on t.task_name like 'import-%' and t.task_instance = cast(r.id as varchar(100))
                         where r.state in ('importing', 'failed')) r
                """)
                .query((row, number) -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4),
                        secondsSince(row.getTimestamp(5))))
                .single();
    }

    private static double secondsSince(@Nullable Timestamp due) {
        return due == null ? 0 : Math.max(0, (System.currentTimeMillis() - due.getTime()) / 1e3);
    }

    private record Counts(long waiting, long running, long failed, long retried, double waited) {}
}
