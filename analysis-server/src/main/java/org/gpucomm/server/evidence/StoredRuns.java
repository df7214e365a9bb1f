package org.gpucomm.server.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.commons.io.function.IOConsumer;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.series.StoredMeasurements;
import org.gpucomm.server.web.Refused;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Runs that requests name, by run, upload, baseline or filter, and their evidence: measurements with all printed digits, flags and facts.
 */
@Component
public class StoredRuns {

    static final int MOST_RUNS = 10_000;
    /** Maximum number of measurements. Rules examine all rows together, which takes some seconds and some hundred MB. */
    static final long MOST_POINTS = 100_000;
    private static final Pattern UPLOAD = Pattern.compile("[0-9a-f]{16}");
    private static final String RUNS = """
            select r.id as number, r.upload_id as upload, r.section, r.filename, coalesce(r.member, r.filename) as source,
                   r.points, r.stored_at as storedat, (select u.title from upload u where u.id = r.upload_id) as title
              from run r
            """;
    private static final String READY = " where r.state = 'ready'";

    private final JdbcClient jdbc;
    private final StoredCurves curves;
    private final Baselines baselines;
    private final StoredMeasurements measurements;
    private final RunFlags flags;

    StoredRuns(JdbcClient jdbc, StoredCurves curves, Baselines baselines, StoredMeasurements measurements,
            RunFlags flags) {
        this.jdbc = jdbc;
        this.curves = curves;
        this.baselines = baselines;
        this.measurements = measurements;
        this.flags = flags;
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

    /**
     * Returns the evidence of runs. Rows are numbered within their run, as on its page.
     *
     * @param rows filter of measurements
     * @throws BadParameter if there are too many measurements to examine together
     */
    public Evidence evidence(List<StoredRun> runs, Predicate<Measurement> rows) throws IOException {
        long points = runs.stream().mapToLong(StoredRun::points).sum();
        if (points > MOST_POINTS) {
            throw new BadParameter(runs.size() + (runs.size() == 1 ? " run holds " : " runs hold ") + points
                    + " measurements, more than the " + MOST_POINTS
                    + " that are looked at together; choose fewer runs, or use gpucomm explain on the files");
        }
        var observations = new ArrayList<Observation>();
        read(runs, observation -> {
            if (rows.test(observation.measurement())) {
                observations.add(observation);
            }
        });
        var facts = facts(runs);
        return Evidence.of(observations, flags(runs), circumstances(facts), facts);
    }

    /** Returns the circumstances of each run in its facts, by run id. */
    public static Map<String, Circumstances> circumstances(Collection<RunFact> told) {
        return told.stream().collect(Collectors.groupingBy(RunFact::run,
                Collectors.collectingAndThen(Collectors.toList(), facts -> Circumstances.of(
                        facts.stream().map(fact -> new Circumstances.Fact(fact.name(), fact.value())).toList()))));
    }

    /** Returns the facts in the files about where the runs were made. */
    private List<RunFact> facts(List<StoredRun> runs) {
        var byKey = byKey(runs);
        var keys = byKey.keySet().toArray(Long[]::new);
        // two joins by equal sections, each by the key; for `in (0, r.section)` H2 reads all facts for each run
        return jdbc.sql("""
                select r.id, f.name, f.fact_value, f.line
                  from %1$s join run r on r.id = wanted.id
                       join fact f on f.reading_id = r.reading_id and f.section = r.section
                 where f.name not like 'flag:%%'
                union all
                select r.id, f.name, f.fact_value, f.line
                  from %1$s join run r on r.id = wanted.id join fact f on f.reading_id = r.reading_id and f.section = 0
                 where f.name not like 'flag:%%' and r.section > 0
                 order by 1, 4, 2
                """.formatted(StoredCurves.WANTED)).param(1, keys).param(2, keys)
                .query((row, n) -> new RunFact(Objects.requireNonNull(byKey.get(row.getLong(1))).id(), row.getString(2),
                        row.getString(3)))
                .list();
    }

    /** Passes measurements to a visitor, those of one upload together and in the order of its file. */
    public void read(List<StoredRun> runs, IOConsumer<Observation> visitor) throws IOException {
        var uploads = new HashMap<String, Integer>();
        var files = new LinkedHashMap<Long, Integer>();
        runs.forEach(run -> files.put(run.number(), uploads.computeIfAbsent(run.upload(), added -> uploads.size())));
        var byKey = byKey(runs);
        measurements.read(files, row -> {
            var run = Objects.requireNonNull(byKey.get(row.run()));
            visitor.accept(new Observation(row.measurement(),
                    new RowRef(run.id(), row.ordinal(), run.source(), row.line())));
            return true;
        });
    }

    private List<EvidenceFlag> flags(List<StoredRun> runs) {
        var found = flags.of(runs.stream().map(StoredRun::number).toList());
        return runs.stream().distinct().sorted(Comparator.comparing(StoredRun::number))
                .flatMap(run -> found.getOrDefault(run.number(), List.of()).stream()
                        .flatMap(each -> Flag.ofId(each.id()).stream()
                                .map(flag -> new EvidenceFlag(run.id(), run.filename(), flag, each.detail()))))
                .toList();
    }

    private static Map<Long, StoredRun> byKey(List<StoredRun> runs) {
        return runs.stream().collect(Collectors.toMap(StoredRun::number, run -> run, (one, same) -> one,
                LinkedHashMap::new));
    }
}
