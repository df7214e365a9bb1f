package org.gpucomm.server.evidence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.web.Refused;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finder of the runs in requests, by run, upload, baseline or filter. */
@Component
public class StoredRuns {

    static final int MOST_RUNS = 10_000;
    private static final Pattern UPLOAD = Pattern.compile("[0-9a-f]{16}");
    private static final String RUNS = """
            select r.id as number, r.upload_id as upload, r.section, r.filename, r.points,
                   r.stored_at as storedat, (select u.title from upload u where u.id = r.upload_id) as title
              from run r
            """;
    private static final String READY = " where r.state = 'ready'";

    private final JdbcClient jdbc;
    private final StoredCurves curves;
    private final Baselines baselines;

    StoredRuns(JdbcClient jdbc, StoredCurves curves, Baselines baselines) {
        this.jdbc = jdbc;
        this.curves = curves;
        this.baselines = baselines;
    }

    /**
     * Returns the named runs, each once, in the given order.
     *
     * @param names ids of runs, ids of uploads for all their runs, or {@code baseline:NAME} for the runs of a baseline
     * @throws Refused if there is no such run or upload, or one is not ready
     * @throws BadParameter if a name is not an id, or there are too many runs
     */
    public List<StoredRun> named(Collection<String> names) {
        var runs = new ArrayList<StoredRun>();
        for (var name : names) {
            var run = RunId.of(name);
            if (name.startsWith(Baselines.PREFIX)) {
                runs.addAll(ofBaseline(name));
            } else if (run.isPresent()) {
                runs.addAll(found(name, RUNS + READY + " and r.upload_id = ? and r.section = ?",
                        run.get().upload(), run.get().section()));
            } else if (UPLOAD.matcher(name).matches()) {
                runs.addAll(found(name, RUNS + READY + " and r.upload_id = ? order by r.section", name));
            } else {
                throw new BadParameter(
                        "'" + name + "' is neither the id of a run, such as 0123456789abcdef-1, nor that "
                                + "of an upload, such as 0123456789abcdef, nor baseline:NAME");
            }
            requireFew(runs.size());
        }
        return runs.stream().distinct().toList();
    }

    /** Returns the runs of an upload; empty if it does not exist or is not ready. */
    public List<StoredRun> of(String upload) {
        return jdbc.sql(RUNS + READY + " and r.upload_id = ? order by r.section").param(upload).query(StoredRun.class)
                .list();
    }

    public List<StoredRun> bundled() {
        return jdbc.sql(RUNS + READY + " and r.bundled order by r.upload_id, r.section").query(StoredRun.class).list();
    }

    /** Returns the runs with rows that a filter selects, whatever the sizes, in the order in which they were stored. */
    public List<StoredRun> holding(Filter filter) {
        var numbers = curves.heads(filter).stream().map(CurveHead::run).distinct().toList();
        requireFew(numbers.size());
        var runs = jdbc.sql(RUNS + " join " + StoredCurves.WANTED + " on wanted.id = r.id" + READY)
                .param(1, numbers.toArray(Long[]::new)).query(StoredRun.class).list();
        return runs.stream().sorted(Comparator.comparing((StoredRun run) -> run.storedAt().toInstant())
                .thenComparing(StoredRun::upload).thenComparing(StoredRun::section)).toList();
    }

    private List<StoredRun> ofBaseline(String name) {
        var runs = baselines.runs(name.substring(Baselines.PREFIX.length())).stream()
                .flatMap(id -> found(name, RUNS + READY + " and r.upload_id = ? and r.section = ?", id.upload(),
                        id.section())
                        .stream())
                .toList();
        if (runs.isEmpty()) {
            throw Refused.notFound("There is no " + name + " with runs that are shown.");
        }
        return runs;
    }

    private List<StoredRun> found(String name, String sql, Object... arguments) {
        var runs = jdbc.sql(sql).params(arguments).query(StoredRun.class).list();
        if (runs.isEmpty()) {
            throw Refused.notFound(
                    "There is no run or upload " + name + " with measurements, or it is still being imported.");
        }
        return runs;
    }

    private static void requireFew(int runs) {
        if (runs > MOST_RUNS) {
            throw new BadParameter(
                    "more than " + MOST_RUNS + " runs are meant; choose fewer, by run, tool or operation");
        }
    }
}
