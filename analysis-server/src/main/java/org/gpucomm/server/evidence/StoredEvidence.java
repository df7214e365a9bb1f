package org.gpucomm.server.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.server.series.StoredMeasurements;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The measurements of runs with every digit that was printed, and what else the tables know of the runs. */
@Component
public class StoredEvidence {

    /** Limit, since rules look at all rows together: they take some seconds and some hundred MB. */
    static final long MOST_POINTS = 100_000;

    private final StoredMeasurements measurements;
    private final JdbcClient jdbc;

    StoredEvidence(StoredMeasurements measurements, JdbcClient jdbc) {
        this.measurements = measurements;
        this.jdbc = jdbc;
    }

    /**
     * Returns what these runs hold. Rows are numbered within their run, as its page lists them.
     *
     * @param rows which of their measurements are meant
     * @throws BadParameter if they hold more than is looked at together
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

    /** Returns how and where each run was made, by its name. */
    public Map<String, Circumstances> circumstances(List<StoredRun> runs) {
        return circumstances(facts(runs));
    }

    private static Map<String, Circumstances> circumstances(Collection<RunFact> told) {
        return told.stream().collect(Collectors.groupingBy(RunFact::run,
                Collectors.collectingAndThen(Collectors.toList(), facts -> Circumstances.of(
                        facts.stream().map(fact -> new Circumstances.Fact(fact.name(), fact.value())).toList()))));
    }

    /** Returns what the files say of where the runs were made. */
    public List<RunFact> facts(List<StoredRun> runs) {
        var facts = new ArrayList<RunFact>();
        var byKey = byKey(runs);
        for (var part : parts(byKey.keySet())) {
            var places = StoredRuns.places(part);
            // two joins by equal sections, each by the key; of `in (0, r.section)` H2 reads all facts for each run
            facts.addAll(jdbc.sql("""
                    select r.id, f.name, f.fact_value, f.line
                      from run r join fact f on f.reading_id = r.reading_id and f.section = r.section
                     where f.name not like 'flag:%%' and r.id in (%s)
                    union all
                    select r.id, f.name, f.fact_value, f.line
                      from run r join fact f on f.reading_id = r.reading_id and f.section = 0
                     where f.name not like 'flag:%%' and r.section > 0 and r.id in (%s)
                     order by 1, 4, 2
                    """.formatted(places, places)).params(part).params(part)
                    .query((row, n) -> new RunFact(Objects.requireNonNull(byKey.get(row.getLong(1))).id(),
                            row.getString(2),
                            row.getString(3)))
                    .list());
        }
        return facts;
    }

    /** Visitor of one measurement after the other. */
    @FunctionalInterface
    interface Visitor {

        void visit(Observation observation);
    }

    /** Those of one upload come together, in the order of its file. */
    void read(List<StoredRun> runs, Visitor visitor) throws IOException {
        var uploads = new HashMap<String, Integer>();
        var files = new LinkedHashMap<Long, Integer>();
        runs.forEach(run -> files.put(run.key(), uploads.computeIfAbsent(run.upload(), added -> uploads.size())));
        var byKey = byKey(runs);
        var sources = sources(byKey);
        measurements.read(files, row -> {
            var run = Objects.requireNonNull(byKey.get(row.run()));
            visitor.visit(new Observation(row.measurement(), new RowRef(run.id(), row.ordinal(),
                    Objects.requireNonNull(sources.get(row.run())), row.line())));
            return true;
        });
    }

    /** Returns the names of the files in which the runs are: members of archives, or uploads. */
    private Map<Long, String> sources(Map<Long, StoredRun> runs) {
        var sources = new HashMap<Long, String>();
        for (var part : parts(runs.keySet())) {
            jdbc.sql("select id, coalesce(member, filename) from run where id in (" + StoredRuns.places(part) + ")")
                    .params(part).query(row -> {
                        sources.put(row.getLong(1), row.getString(2));
                    });
        }
        return sources;
    }

    private List<EvidenceFlag> flags(List<StoredRun> runs) {
        record Row(long run, String flag, String detail) {}
        var flags = new ArrayList<EvidenceFlag>();
        var byKey = byKey(runs);
        for (var part : parts(byKey.keySet())) {
            var rows = jdbc.sql("select run_id, flag, detail from run_flag where run_id in (" + StoredRuns.places(part)
                    + ") order by run_id").params(part)
                    .query((row, n) -> new Row(row.getLong(1), row.getString(2), row.getString(3))).list();
            for (var row : rows) {
                var run = Objects.requireNonNull(byKey.get(row.run()));
                flag(row.flag())
                        .ifPresent(flag -> flags.add(new EvidenceFlag(run.id(), run.filename(), flag, row.detail())));
            }
        }
        return flags;
    }

    private static Optional<Flag> flag(String id) {
        return Arrays.stream(Flag.values()).filter(flag -> flag.id().equals(id)).findFirst();
    }

    private static Map<Long, StoredRun> byKey(List<StoredRun> runs) {
        return runs.stream().collect(Collectors.toMap(StoredRun::key, run -> run, (one, same) -> one,
                LinkedHashMap::new));
    }

    /** Databases take some thousand parameters of a statement. */
    private static List<List<Long>> parts(Collection<Long> keys) {
        var all = List.copyOf(keys);
        var parts = new ArrayList<List<Long>>();
        for (int from = 0; from < all.size(); from += 500) {
            parts.add(all.subList(from, Math.min(all.size(), from + 500)));
        }
        return parts;
    }
}
