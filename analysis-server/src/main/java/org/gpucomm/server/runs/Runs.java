package org.gpucomm.server.runs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.server.runs.RunDetail.Fact;
import org.gpucomm.server.runs.RunDetail.Part;
import org.gpucomm.server.annotations.Baselines;
import org.gpucomm.server.annotations.Notes;
import org.gpucomm.server.annotations.Tags;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.server.series.PinnedListing;
import org.gpucomm.analysis.series.RunFlag;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.Paging;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Table of runs, restricted to ready ones. */
@Component
public class Runs {

    private final JdbcClient jdbc;
    private final RunFlags flags;
    private final Sequence sequence;
    private final Tags tags;
    private final Notes notes;
    private final Baselines baselines;
    private final RunLists lists;

    Runs(JdbcClient jdbc, RunFlags flags, Sequence sequence, Tags tags, Notes notes,
            Baselines baselines, RunLists lists) {
        this.jdbc = jdbc;
        this.flags = flags;
        this.sequence = sequence;
        this.tags = tags;
        this.notes = notes;
        this.baselines = baselines;
        this.lists = lists;
    }

    public PinnedListing<Run> list(RunSearch search, Paging paging) {
        if (search.isOfAll()) {
            // Read by index in the usual order: after an upload, nobody waits until the ids of all runs are read again.
            return new PinnedListing<>(lists.count(), runs("r.state = 'ready'", search.order(), List.of(), paging),
                    sequence.snapshot(null, () -> 0));
        }
        var found = lists.of(search);
        return new PinnedListing<>(found.length, page(found, search.order(), paging),
                sequence.snapshot(search.held().until(),
                        () -> lists.of(search.withUntil(null)).length - found.length));
    }

    private List<Run> page(long[] found, String order, Paging paging) {
        var page = LongStream.of(found).skip(paging.offset()).limit(paging.size()).boxed().toList();
        var arguments = new ArrayList<Object>();
        return page.isEmpty()
                ? List.of()
                : runs("r.state = 'ready'" + FilterSql.in("r.id", page, arguments), order, arguments,
                        new Paging(0, page.size()));
    }

    /** Returns the run of an upload with the highest bandwidth. */
    Optional<Run> best(String upload) {
        return list(RunSearch.of("", List.of(upload), List.of(), List.of(), "-maxBusbw", Map.of()), new Paging(0, 1))
                .items().stream().findFirst();
    }

    /** Returns the newest runs, bundled ones last. @param until sequence number of the last upload to include; null = all */
    List<Run> latest(int count, @Nullable Long until) {
        var arguments = new ArrayList<Object>();
        var condition = "r.state = 'ready'" + FilterSql.ofRuns(Filter.ALL.withUntil(until), arguments);
        return runs(condition, " order by r.state, r.bundled, r.stored_at desc, r.upload_id, r.section", arguments,
                new Paging(0, count));
    }

    /** @param until sequence number of the last upload to include; null = all */
    Optional<RunDetail> find(RunId id, @Nullable Long until) {
        return runs("r.upload_id = ? and r.section = ? and r.state = 'ready'", "", List.of(id.upload(), id.section()),
                new Paging(0, 1))
                .stream().findFirst()
                .map(run -> new RunDetail(run, fingerprint(id), parts(id), notes.of(id).orElse(null),
                        baselines.holding(id), sequence.ofNamed(List.of(id.upload()), until)));
    }

    /** @throws Refused if there is no such run */
    public RunDetail named(String id, @Nullable Long until) {
        return RunId.of(id).flatMap(run -> find(run, until)).orElseThrow(() -> none(id));
    }

    static Refused none(String id) {
        return Refused.notFound("There is no run " + id + ".");
    }

    /** Returns the id and the number of measurements of a run in the table. */
    Optional<Origin> origin(RunId id) {
        return jdbc.sql("""
                select id, points from run where upload_id = ? and section = ? and state = 'ready'
                """).params(id.upload(), id.section()).query(Origin.class).optional();
    }

    /** Returns the runs of one page. Details are read only for these. */
    private List<Run> runs(String condition, String order, List<Object> arguments, Paging paging) {
        var rows = new LinkedHashMap<Long, Run>();
        jdbc.sql("select r.*, u.title, g.problem_count + g.file_problems as all_problems"
                + " from (select r.* from run r where " + condition + order + " limit ? offset ?) r"
                + " join upload u on u.id = r.upload_id join reading g on g.id = r.reading_id" + order)
                .params(arguments).param(paging.size()).param(paging.offset()).query(row -> {
                    rows.put(row.getLong("id"), run(row));
                });
        var contents = contents(rows.keySet());
        var tagged = tags.of(rows.values().stream().map(Runs::idOf).toList());
        return rows.entrySet().stream().map(row -> contents.getOrDefault(row.getKey(), new Contents())
                .in(row.getValue(), tagged.getOrDefault(idOf(row.getValue()), List.of()))).toList();
    }

    private static RunId idOf(Run run) {
        return new RunId(run.upload(), run.section());
    }

    private Map<Long, Contents> contents(Set<Long> runs) {
        var contents = new HashMap<Long, Contents>();
        if (runs.isEmpty()) {
            return contents;
        }
        var arguments = new ArrayList<Object>();
        jdbc.sql("""
                select x.run_id, s.operation, s.variant, s.placement, x.ranks, x.nodes
                  from run_series x join series s on s.id = x.series_id where 1 = 1
                """ + FilterSql.in("x.run_id", runs, arguments) + " order by x.run_id, s.id, x.ranks").params(arguments)
                .query((row, number) -> contents.computeIfAbsent(row.getLong(1), id -> new Contents()).add(row)).list();
        var ofFacts = new ArrayList<Object>();
        jdbc.sql("""
                select r.id as run_id, min(f.line) as line, min(case when f.name = 'command' then f.fact_value end) as command
                  from run r join fact f on f.reading_id = r.reading_id and f.section = r.section and f.line > 0
                 where 1 = 1
                """ + FilterSql.in("r.id", runs, ofFacts) + " group by r.id").params(ofFacts)
                .query((row, number) -> contents.computeIfAbsent(row.getLong(1), id -> new Contents()).addCommand(row))
                .list();
        flags.of(runs).forEach((run, ofRun) -> contents.computeIfAbsent(run, id -> new Contents()).flags.addAll(ofRun));
        return contents;
    }

    private List<Fact> fingerprint(RunId id) {
        var facts = jdbc.sql("""
                select f.name, f.fact_value from fact f join run r on r.reading_id = f.reading_id
                 where r.upload_id = ? and r.section = ? and r.state = 'ready' and f.section in (0, r.section)
                   and f.name not like 'flag:%'
                 order by f.line, f.name
                """).params(id.upload(), id.section()).query((row, n) -> new Fact(row.getString(1), row.getString(2)))
                .list();
        var settings = jdbc.sql("""
                select distinct s.settings from run_series x join series s on s.id = x.series_id join run r on r.id = x.run_id
                 where r.upload_id = ? and r.section = ? and r.state = 'ready' and s.settings <> '' order by s.settings
                """).params(id.upload(), id.section()).query(String.class).list();
        var all = new LinkedHashSet<>(facts);
        settings.stream().flatMap(text -> Stream.of(text.split(";"))).filter(pair -> pair.contains("="))
                .map(pair -> new Fact(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1)))
                .forEach(all::add);
        return List.copyOf(all);
    }

    private List<Part> parts(RunId id) {
        return jdbc.sql("""
                select s.operation, s.variant, s.placement, x.ranks, sum(x.points)
                  from run_series x join series s on s.id = x.series_id join run r on r.id = x.run_id
                 where r.upload_id = ? and r.section = ? and r.state = 'ready'
                 group by s.operation, s.variant, s.placement, x.ranks
                 order by min(s.id), x.ranks
                """).params(id.upload(), id.section()).query((row, number) -> new Part(row.getString(1),
                row.getString(2), row.getString(3), row.getInt(4) == 0 ? null : row.getInt(4), row.getLong(5))).list();
    }

    private static Run run(ResultSet row) throws SQLException {
        var upload = row.getString("upload_id");
        int section = row.getInt("section");
        var id = new RunId(upload, section).toString();
        return new Run(id, "/runs/" + id, upload, row.getString("filename"), row.getString("title"),
                row.getString("source"), section, null, null,
                row.getString("tool"),
                row.getString("tool_version"), row.getString("library"), row.getString("library_version"), List.of(),
                List.of(), List.of(), row.getString("instance_type"), row.getString("gpu"), List.of(), List.of(),
                (Long) row.getObject("min_bytes"), (Long) row.getObject("max_bytes"), row.getLong("points"),
                row.getLong("problems"), row.getLong("all_problems"), row.getLong("wrong"), row.getString("started_at"),
                row.getObject("stored_at", OffsetDateTime.class).toInstant(), row.getBoolean("bundled"),
                (Double) row.getObject("max_busbw"), (Double) row.getObject("max_algbw"),
                (Double) row.getObject("min_time"), List.of(), List.of());
    }

    /** Values that may occur several times in a run. */
    private static final class Contents {

        private final LinkedHashSet<String> operations = new LinkedHashSet<>();
        private final LinkedHashSet<String> variants = new LinkedHashSet<>();
        private final LinkedHashSet<String> placements = new LinkedHashSet<>();
        private final TreeSet<Integer> nodes = new TreeSet<>();
        private final TreeSet<Integer> ranks = new TreeSet<>();
        private final List<RunFlag> flags = new ArrayList<>();
        private @Nullable Long line;
        private @Nullable String command;

        boolean add(ResultSet row) throws SQLException {
            addIfKnown(operations, row.getString("operation"));
            addIfKnown(variants, row.getString("variant"));
            addIfKnown(placements, row.getString("placement"));
            if (row.getInt("nodes") > 0) {
                nodes.add(row.getInt("nodes"));
            }
            return row.getInt("ranks") > 0 && ranks.add(row.getInt("ranks"));
        }

        boolean addCommand(ResultSet row) throws SQLException {
            line = row.getLong("line");
            command = row.getString("command");
            return true;
        }

        private static void addIfKnown(LinkedHashSet<String> words, String word) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }

        Run in(Run run, List<String> tags) {
            return new Run(run.id(), run.url(), run.upload(), run.filename(), run.title(), run.source(),
                    run.section(), line, command, run.tool(),
                    run.toolVersion(), run.library(), run.libraryVersion(), List.copyOf(operations),
                    List.copyOf(variants), List.copyOf(placements), run.instanceType(), run.gpu(), List.copyOf(nodes),
                    List.copyOf(ranks), run.minBytes(), run.maxBytes(), run.points(), run.problems(),
                    run.uploadProblems(), run.wrong(),
                    run.startedAt(), run.storedAt(), run.bundled(), run.maxBusbw(), run.maxAlgbw(), run.minTime(),
                    flags.stream().sorted(RunFlag.ORDER).toList(), tags);
        }
    }

    /** @param id id of the run in the table */
    record Origin(long id, long points) {}
}
