package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.gpucomm.server.series.Sequence;
import org.springframework.stereotype.Component;

/**
 * This class tells how many runs a search finds. Counting reads all of them, so what was counted is kept until something
 * changes.
 */
@Component
class RunTotals {

    private static final int MOST = 200;

    private final Sequence sequence;
    private volatile Totals kept = new Totals(-1, Map.of());

    RunTotals(Sequence sequence) {
        this.sequence = sequence;
    }

    /** @param changes the state of the tables that they are of */
    private record Totals(long changes, Map<Counting, Long> totals) {}

    /** @param changes of what it looks at beside what is published */
    private record Counting(RunSearch search, List<Long> changes) {}

    /** @param count counts the runs that the search finds */
    long of(RunSearch search, LongSupplier count) {
        var looksAt = search.looksAt();
        var changes = looksAt.isEmpty() ? List.<Long>of() : sequence.changes(looksAt);
        return known().computeIfAbsent(new Counting(search.unsorted(), changes), added -> count.getAsLong());
    }

    private Map<Counting, Long> known() {
        long changes = sequence.changes();
        var known = kept;
        if (known.changes() != changes || known.totals().size() >= MOST) {
            known = new Totals(changes, new ConcurrentHashMap<>());
            kept = known;
        }
        return known.totals();
    }
}
