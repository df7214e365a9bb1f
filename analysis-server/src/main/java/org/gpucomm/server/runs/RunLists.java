package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

import org.gpucomm.server.series.FilterSql;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.stereotype.Component;

/**
 * Lists of runs that searches find, in their order. Each condition and each order of a search is a query of its own, and its ids are
 * cached. A page of a search is an intersection of these ids, found without reading the runs on earlier pages.
 */
@Component
class RunLists {

    /** Number of found runs up to which the database sorts them; more are picked from the sorted list of all runs. */
    private static final int FEW = 100;

    private final RunIds ids;
    private final StoredCurves curves;
    private final WordRuns words;

    RunLists(RunIds ids, StoredCurves curves, WordRuns words) {
        this.ids = ids;
        this.curves = curves;
        this.words = words;
    }

    /** Returns the ids of the runs that a search finds, in its order. Callers must not change the array. */
    long[] of(RunSearch search) {
        long version = ids.version();
        var order = search.order();
        var wanted = new ArrayList<long[]>();
        search.chosen().ifPresent(each -> wanted.add(chosen(each, version)));
        search.lowerCaseTags().forEach(tag -> wanted.add(tagged(tag, version)));
        wanted.addAll(words.of(SearchWords.of(search.words()), version));
        return wanted.stream().reduce(RunLists::both).map(found -> found.length <= FEW
                ? inOrder(found, order, version)
                : both(all(order, version), found)).orElseGet(() -> all(order, version));
    }

    /** Returns the elements of the first array that are in the second, in the order of the first. @param others ascending */
    private static long[] both(long[] some, long[] others) {
        return LongStream.of(some).filter(run -> Arrays.binarySearch(others, run) >= 0).toArray();
    }

    private long[] all(String order, long version) {
        return ids.of(version, "select r.id from run r where r.state = 'ready'" + order, List.of());
    }

    /** Sorts runs. Each run is a separate parameter: with an array, H2 would scan all runs. */
    private long[] inOrder(long[] runs, String order, long version) {
        var arguments = new ArrayList<Object>();
        return runs.length == 0
                ? runs
                : ids.of(version, "select r.id from run r where r.state = 'ready'"
                        + FilterSql.in("r.id", LongStream.of(runs).boxed().toList(), arguments) + order, arguments);
    }

    private long[] chosen(RunSearch search, long version) {
        var arguments = new ArrayList<Object>();
        return ids.of(version,
                "select r.id from run r where " + search.condition(curves, arguments) + " order by r.id", arguments);
    }

    private long[] tagged(String tag, long version) {
        return ids.of(version,
                "select r.id from run_tag t join run r on r.upload_id = t.upload_id and r.section = t.section"
                        + " where t.tag = ? order by r.id",
                List.of(tag));
    }
}
