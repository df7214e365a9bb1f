package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.LongStream;

import org.gpucomm.server.series.Sequence.Counted;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * This class keeps which runs a question finds until something changes that they are made of. Who asks the same meanwhile waits for
 * the first.
 *
 * @param <K> the question
 */
final class KeptRuns<K> {

    /** Ids of runs, of eight bytes. */
    private static final long MOST_KEPT = 2_000_000;
    /** What a question takes that finds none, as ids: it may be as long as an address. */
    private static final long OF_QUESTION = 4_000;

    private final Function<K, long[]> find;
    private final List<Counted> madeOf;
    private volatile Known<K> known = new Known<>(List.of());

    /**
     * @param find   finds the ids of runs
     * @param madeOf what they change with
     */
    KeptRuns(Function<K, long[]> find, Counted... madeOf) {
        this.find = find;
        this.madeOf = List.of(madeOf);
    }

    /** The runs of each question in one state. */
    private record Known<K>(List<Long> state, ConcurrentMap<K, long[]> runs, LongAdder kept) {

        Known(List<Long> state) {
            this(state, new ConcurrentHashMap<>(), new LongAdder());
        }
    }

    /**
     * Returns the ids of runs, in the order in which they are found; nobody changes them.
     *
     * @param changes how often each has changed that this is made of
     */
    long[] of(K question, Map<Counted, Long> changes) {
        var last = in(madeOf.stream().map(changes::get).toList());
        return last.runs().computeIfAbsent(question, added -> {
            var found = find.apply(question);
            last.kept().add(OF_QUESTION + found.length);
            return found;
        });
    }

    /** Returns the ids that a statement gives, in its order: there may be many, and none is made an object. */
    static LongStream ids(JdbcClient.StatementSpec statement) {
        var ids = LongStream.builder();
        statement.query(row -> {
            ids.add(row.getLong(1));
        });
        return ids.build();
    }

    private Known<K> in(List<Long> state) {
        var last = known;
        if (!last.state().equals(state) || last.kept().sum() > MOST_KEPT) {
            last = new Known<>(state);
            known = last;
        }
        return last;
    }
}
