package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.gpucomm.server.series.Filter;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.Sequence.Counted;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class tells which runs a search finds, in its order. Whatever a search asks for, and each order, is looked up by itself and kept
 * until something changes: any page of any search is then picked out of ids, without reading the runs in front of it.
 */
@Component
class RunLists {

    /** So many runs are put in order by themselves; more are picked out of all runs in that order. */
    private static final int FEW = 100;

    private static final List<Counted> MADE_OF = List.of(Counted.published, Counted.tagged, Counted.noted);

    private final JdbcClient jdbc;
    private final Sequence sequence;
    private final StoredCurves curves;
    private final WordRuns words;
    private final KeptRuns<String> orders = new KeptRuns<>(this::all, Counted.published);
    private final KeptRuns<RunSearch> chosen = new KeptRuns<>(this::chosen, Counted.published);
    private final KeptRuns<String> tagged = new KeptRuns<>(this::tagged, Counted.published, Counted.tagged);

    RunLists(JdbcClient jdbc, Sequence sequence, StoredCurves curves, WordRuns words) {
        this.jdbc = jdbc;
        this.sequence = sequence;
        this.curves = curves;
        this.words = words;
    }

    /** Returns the ids of the runs that are found, in the order of the search; nobody changes them. */
    long[] of(RunSearch search) {
        var changes = changes();
        var order = search.order();
        var wanted = new ArrayList<long[]>();
        search.chosen().ifPresent(each -> wanted.add(chosen.of(each, changes)));
        search.lowerCaseTags().forEach(tag -> wanted.add(tagged.of(tag, changes)));
        wanted.addAll(words.of(SearchWords.of(search.words()), changes));
        return wanted.stream().reduce(RunLists::both).map(found -> found.length <= FEW
                ? inOrder(found, order)
                : both(orders.of(order, changes), found)).orElseGet(() -> orders.of(order, changes));
    }

    private Map<Counted, Long> changes() {
        var counts = sequence.changes(MADE_OF);
        var changes = new EnumMap<Counted, Long>(Counted.class);
        MADE_OF.forEach(counted -> changes.put(counted, counts.get(MADE_OF.indexOf(counted))));
        return changes;
    }

    /** Returns those of the first that are among the others, in the order of the first. @param others ascending */
    private static long[] both(long[] some, long[] others) {
        return LongStream.of(some).filter(run -> Arrays.binarySearch(others, run) >= 0).toArray();
    }

    private long[] all(String order) {
        return ids("select r.id from run r where r.state = 'ready'" + order, List.of());
    }

    /** Each is named: H2 looks at every run where they come as an array. */
    private long[] inOrder(long[] runs, String order) {
        var arguments = new ArrayList<Object>();
        return runs.length == 0
                ? runs
                : ids("select r.id from run r where r.state = 'ready'"
                        + Filter.in("r.id", LongStream.of(runs).boxed().toList(), arguments) + order, arguments);
    }

    private long[] chosen(RunSearch search) {
        var arguments = new ArrayList<Object>();
        return ascending("select r.id from run r where " + search.condition(curves, arguments), arguments);
    }

    private long[] tagged(String tag) {
        return ascending("select r.id from run_tag t join run r on r.upload_id = t.upload_id and r.section = t.section"
                + " where t.tag = ?", List.of(tag));
    }

    private long[] ascending(String sql, List<Object> arguments) {
        return KeptRuns.ids(jdbc.sql(sql).params(arguments)).sorted().toArray();
    }

    private long[] ids(String sql, List<Object> arguments) {
        return KeptRuns.ids(jdbc.sql(sql).params(arguments)).toArray();
    }
}
