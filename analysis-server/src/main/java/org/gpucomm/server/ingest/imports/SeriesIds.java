package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.identity.SeriesRow;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/** Ids of series, each inserted in its own transaction, so that imports never wait for one another. Serves one thread. */
final class SeriesIds {

    private static final int REMEMBERED = 10_000;

    private final JdbcClient jdbc;
    private final TransactionTemplate ownTransaction;
    private final LoadingCache<SeriesRow, Long> known = Caffeine.newBuilder().maximumSize(REMEMBERED)
            .executor(Runnable::run).build(this::inOwnTransaction);

    SeriesIds(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.ownTransaction = new TransactionTemplate(transactions);
        this.ownTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    long of(SeriesRow key) {
        return known.get(key);
    }

    private Long inOwnTransaction(SeriesRow key) {
        return ownTransaction.execute(status -> findOrInsert(key));
    }

    private long findOrInsert(SeriesRow key) {
        var hash = key.hash();
        return find(hash).stream().findFirst().orElseGet(() -> {
            insert(hash, key);
            return find(hash).getFirst();
        });
    }

    private List<Long> find(String hash) {
        return jdbc.sql("select id from series where hash = ?").param(hash).query(Long.class).list();
    }

    private void insert(String hash, SeriesRow key) {
        var values = new ArrayList<Object>();
        values.add(hash);
        values.addAll(key.fields());
        jdbc.sql("""
                insert into series (hash, tool, tool_version, library, library_version, operation, variant, placement,
                                    instance_type, gpu, problem, datatype, redop, root, settings)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                on conflict do nothing
                """).params(values).update();
    }
}
