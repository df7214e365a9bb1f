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
import java.util.stream.Collectors;

import org.apache.commons.io.function.IOConsumer;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.series.StoredMeasurements;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Evidence from stored runs: their measurements with all printed digits, flags and facts. */
@Component
public class StoredEvidence {

    /** Maximum number of measurements. Rules examine all rows together, which takes some seconds and some hundred MB. */
    static final long MOST_POINTS = 100_000;

    private final StoredMeasurements measurements;
    private final RunFlags runFlags;
    private final JdbcClient jdbc;

    StoredEvidence(StoredMeasurements measurements, RunFlags runFlags, JdbcClient jdbc) {
        this.measurements = measurements;
        this.runFlags = runFlags;
        this.jdbc = jdbc;
    }

    /**
     * Returns the evidence of runs. Rows are numbered within their run, as on its page.
     *
     * @param rows filter of measurements
     * @throws BadParameter if there are too many measurements to examine together
     */
    public Evidence of(List<StoredRun> runs, Predicate<Measurement> rows) throws IOException {
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

    /** Returns the circumstances of each run, by run id. */
    public Map<String, Circumstances> circumstances(List<StoredRun> runs) {
        return circumstances(facts(runs));
    }

    private static Map<String, Circumstances> circumstances(Collection<RunFact> told) {
        return told.stream().collect(Collectors.groupingBy(RunFact::run,
                Collectors.collectingAndThen(Collectors.toList(), facts -> Circumstances.of(
                        facts.stream().map(fact -> new Circumstances.Fact(fact.name(), fact.value())).toList()))));
    }

    /** Returns the facts in the files about where the runs were made. */
    public List<RunFact> facts(List<StoredRun> runs) {
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
        var sources = sources(byKey);
        measurements.read(files, row -> {
            var run = Objects.requireNonNull(byKey.get(row.run()));
            visitor.accept(new Observation(row.measurement(), new RowRef(run.id(), row.ordinal(),
                    Objects.requireNonNull(sources.get(row.run())), row.line())));
            return true;
        });
    }

    /** Returns the names of the files that contain the runs: members of archives, or uploads. */
    private Map<Long, String> sources(Map<Long, StoredRun> runs) {
        var sources = new HashMap<Long, String>();
        jdbc.sql("select r.id, coalesce(r.member, r.filename) from " + StoredCurves.WANTED
                + " join run r on r.id = wanted.id").param(1, runs.keySet().toArray(Long[]::new)).query(row -> {
                    sources.put(row.getLong(1), row.getString(2));
                });
        return sources;
    }

    private List<EvidenceFlag> flags(List<StoredRun> runs) {
        var found = runFlags.of(runs.stream().map(StoredRun::number).toList());
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
