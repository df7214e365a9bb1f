package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.Sequence.Counted;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class tells how many runs a search finds. Counting reads all of them, so what was counted is kept until something
 * changes.
 */
@Component
class RunTotals {

    private static final int MOST = 200;

    private final JdbcClient jdbc;
    private final Sequence sequence;
    private volatile Totals kept = new Totals(-1, Map.of());

    RunTotals(JdbcClient jdbc, Sequence sequence) {
        this.jdbc = jdbc;
        this.sequence = sequence;
    }

    /** @param changes the state of the tables that they are of */
    private record Totals(long changes, Map<Condition, Long> totals) {}

    /** @param changes of what it looks at beside what is published */
    private record Condition(String sql, List<Object> arguments, List<Long> changes) {}

    /** @param condition on {@code run r} @param arguments its values @param looksAt beside what is published */
    long of(String condition, List<Object> arguments, Set<Counted> looksAt) {
        var changes = looksAt.isEmpty() ? List.<Long>of() : sequence.changes(looksAt);
        return known().computeIfAbsent(new Condition(condition, List.copyOf(arguments), changes),
                added -> count(condition, arguments));
    }

    private Map<Condition, Long> known() {
        long changes = sequence.changes();
        var known = kept;
        if (known.changes() != changes || known.totals().size() >= MOST) {
            known = new Totals(changes, new ConcurrentHashMap<>());
            kept = known;
        }
        return known.totals();
    }

    private long count(String condition, List<Object> arguments) {
        return jdbc.sql("select count(*) from run r where " + condition).params(arguments).query(Long.class).single();
    }
}
