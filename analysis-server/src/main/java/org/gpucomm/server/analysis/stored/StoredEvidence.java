package org.gpucomm.server.analysis.stored;

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
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.evidence.RunFact;
import org.gpucomm.server.analysis.evidence.EvidenceFlag;
import org.gpucomm.server.ingest.readings.Logs;
import org.gpucomm.server.ingest.readings.NumberedEntry;
import org.gpucomm.server.ingest.readings.RefusedFile;
import org.gpucomm.server.series.Circumstances;
import org.gpucomm.server.web.BadParameter;
import org.gpucomm.server.web.NotFound;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class reads the measurements of runs from their stored files, with every digit, and what the tables know of the
 * runs.
 */
@Component
public class StoredEvidence {

    /** Rules look at all rows together: so many take some seconds and some hundred MB. */
    static final long MOST_POINTS = 100_000;

    private final Logs logs;
    private final JdbcClient jdbc;

    StoredEvidence(Logs logs, JdbcClient jdbc) {
        this.logs = logs;
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

    /** Returns what the files tell of where the runs were made. */
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

    /** This interface looks at one measurement after the other. */
    @FunctionalInterface
    interface Visitor {

        void visit(Observation observation);
    }

    /** Each upload is read once, and no further than its last wanted run. */
    void read(List<StoredRun> runs, Visitor visitor) throws IOException {
        var byUpload = new LinkedHashMap<String, Map<Integer, StoredRun>>();
        runs.forEach(run -> byUpload.computeIfAbsent(run.upload(), added -> new HashMap<>()).put(run.section(), run));
        for (var upload : byUpload.entrySet()) {
            read(upload.getKey(), upload.getValue(), visitor);
        }
    }

    private void read(String upload, Map<Integer, StoredRun> wanted, Visitor visitor) throws IOException {
        var stored = logs.find(upload).orElseThrow(() -> new NotFound("There is no upload " + upload + "."));
        var seen = new HashMap<Integer, Long>();
        long left = wanted.values().stream().mapToLong(StoredRun::points).sum();
        try (var log = logs.open(stored)) {
            for (var entry = log.next(); entry != null && left > 0; entry = log.next()) {
                if (entry.entry() instanceof Entry.Row row && wanted.containsKey(entry.run())) {
                    for (var measurement : row.measurements()) {
                        long ordinal = seen.merge(entry.run(), 1L, Long::sum);
                        visitor.visit(new Observation(measurement, new RowRef(upload + "-" + entry.run(), ordinal,
                                source(entry, stored.filename()), row.line())));
                        left--;
                    }
                }
            }
        } catch (UnreadableFile | RefusedFile e) {
            throw new IOException("upload " + upload + " was readable once and is not now: " + e.getMessage(), e);
        }
    }

    private static String source(NumberedEntry entry, String filename) {
        var member = entry.source();
        return member == null ? filename : member;
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
