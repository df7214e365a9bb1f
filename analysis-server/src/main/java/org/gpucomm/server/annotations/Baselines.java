package org.gpucomm.server.annotations;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Named runs to compare others with. Requests that name runs may name {@code baseline:golden-p5} for its visible runs. */
@Component
public class Baselines {

    /** Prefix of the name of a baseline among the names of runs. */
    public static final String PREFIX = "baseline:";
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,59}");
    private static final int MOST_RUNS = 200;
    private static final String SELECT = """
            select l.name, l.made_by, l.made_at, r.upload_id, r.section
              from baseline l left join baseline_run b on b.name = l.name
                   left join run r on r.upload_id = b.upload_id and r.section = b.section and r.state = 'ready'
             %s order by l.name, b.ordinal
            """;

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Sequence sequence;

    Baselines(JdbcClient jdbc, TransactionOperations transaction, Sequence sequence) {
        this.jdbc = jdbc;
        this.sequence = sequence;
        this.transaction = transaction;
    }

    /** Returns the visible runs of a baseline, in the order in which they were named; empty if it does not exist. */
    public List<RunId> runs(String name) {
        return find(name).stream().flatMap(found -> found.runs().stream()).flatMap(id -> RunId.of(id).stream())
                .toList();
    }

    /** Returns the names of the baselines that contain a run. */
    public List<String> holding(RunId run) {
        return jdbc.sql("select distinct name from baseline_run where upload_id = ? and section = ? order by name")
                .params(run.upload(), run.section()).query(String.class).list();
    }

    /** Returns all baselines, ordered by name. */
    public List<Baseline> all() {
        return list(jdbc.sql(SELECT.formatted("")));
    }

    Optional<Baseline> find(String name) {
        return list(jdbc.sql(SELECT.formatted("where l.name = ?")).param(name)).stream().findFirst();
    }

    private static List<Baseline> list(JdbcClient.StatementSpec query) {
        var byName = new LinkedHashMap<String, Baseline>();
        query.query(row -> {
            var name = row.getString(1);
            if (!byName.containsKey(name)) {
                byName.put(name, new Baseline(name, new ArrayList<>(), row.getString(2),
                        row.getObject(3, OffsetDateTime.class).toInstant()));
            }
            if (row.getString(4) != null) {
                Objects.requireNonNull(byName.get(name)).runs()
                        .add(new RunId(row.getString(4), row.getInt(5)).toString());
            }
        });
        return List.copyOf(byName.values());
    }

    /** Creates a baseline, or replaces its runs. @throws BadParameter if the name or the number of runs is invalid */
    void put(String name, List<RunId> runs, String who) {
        if (!NAME.matcher(name).matches()) {
            throw new BadParameter(
                    "the name of a baseline has 1 to 60 of a-z, 0-9, '.', '_' and '-', such as golden-p5, was '"
                            + name + "'");
        }
        if (runs.isEmpty() || runs.size() > MOST_RUNS) {
            throw new BadParameter("a baseline has 1 to " + MOST_RUNS + " runs, these are " + runs.size());
        }
        transaction.executeWithoutResult(status -> {
            sequence.change();
            delete(name);
            jdbc.sql("insert into baseline (name, made_by, made_at) values (?, ?, current_timestamp)")
                    .params(name, who).update();
            for (int i = 0; i < runs.size(); i++) {
                jdbc.sql("insert into baseline_run (name, ordinal, upload_id, section) values (?, ?, ?, ?)")
                        .params(name, i + 1, runs.get(i).upload(), runs.get(i).section()).update();
            }
        });
    }

    /** Deletes a baseline but not its runs, and returns whether it existed. */
    boolean remove(String name) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            sequence.change();
            return delete(name);
        }));
    }

    private boolean delete(String name) {
        return jdbc.sql("delete from baseline where name = ?").param(name).update() > 0;
    }

    /** @param runs ids of its visible runs @param by name of a token or of a user */
    public record Baseline(String name, List<String> runs, String by, Instant at) {}
}
