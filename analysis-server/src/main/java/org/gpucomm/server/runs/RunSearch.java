package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.server.series.RunColumn;
import org.gpucomm.server.series.StoredCurves;
import org.jspecify.annotations.Nullable;

/**
 * Filter and order of a list of runs.
 *
 * @param words   words to search for, see {@link SearchWords}
 * @param held    a run must have a curve that this filter selects
 * @param uploads ids of uploads; empty = all
 * @param flags   a run must have one of these flags; {@code none} = no flags
 * @param tags    a run must have all these tags
 * @param sort    field of a run, with {@code -} in front for descending order
 */
public record RunSearch(String words, Filter held, List<String> uploads, List<String> flags, List<String> tags,
        String sort) {

    public static final String LATEST = "-startedAt";

    private static final RunSearch ALL = new RunSearch("", Filter.ALL, List.of(), List.of(), List.of(), "");

    /** Names of request parameters other than those of {@link Filter}. */
    private static final Set<String> OTHERS = Set.of("q", "upload", "flag", "tag", "sort", "page", "size");

    private static final Map<String, String> SORTABLE = Map.ofEntries(Map.entry("id", "r.upload_id"),
            Map.entry("filename", "r.filename"), Map.entry("section", "r.section"), Map.entry("tool", "r.tool"),
            Map.entry("toolVersion", "r.tool_version"), Map.entry("library", "r.library"),
            Map.entry("libraryVersion", "r.library_version"), Map.entry("instanceType", "r.instance_type"),
            Map.entry("gpu", "r.gpu"), Map.entry("minBytes", "r.min_bytes"), Map.entry("maxBytes", "r.max_bytes"),
            Map.entry("points", "r.points"), Map.entry("problems", "r.problems"), Map.entry("wrong", "r.wrong"),
            Map.entry("startedAt", "r.started_at"), Map.entry("storedAt", "r.stored_at"),
            Map.entry("maxBusbw", "r.max_busbw"), Map.entry("maxAlgbw", "r.max_algbw"),
            Map.entry("minTime", "r.min_time"), Map.entry("bundled", "r.bundled"),
            Map.entry("flags", RunColumn.flag_count.value()),
            Map.entry("operations", RunColumn.first_operation.value()),
            Map.entry("variants", RunColumn.first_variant.value()),
            Map.entry("ranks", RunColumn.most_ranks.value()),
            Map.entry("nodes", RunColumn.most_nodes.value()));

    /** @throws BadParameter for an unknown filter, or one by message size, which does not apply to lists of runs */
    public static RunSearch of(String words, List<String> uploads, List<String> flags, List<String> tags, String sort,
            Map<String, String[]> parameters) {
        var held = Filter.withDays(parameters, OTHERS);
        if (held.restricts(Dimension.bytes)) {
            throw new BadParameter("runs are not listed by bytes; /api/v1/series draws curves at some sizes");
        }
        return new RunSearch(words, held, given(uploads), given(flags), given(tags), sort);
    }

    private static List<String> given(List<String> values) {
        return values.stream().filter(value -> !value.isEmpty()).toList();
    }

    /** Returns the tags in the form in which they are stored. */
    List<String> lowerCaseTags() {
        return tags.stream().map(tag -> tag.toLowerCase(Locale.ROOT)).toList();
    }

    RunSearch withUntil(@Nullable Long until) {
        return new RunSearch(words, held.withUntil(until), uploads, flags, tags, sort);
    }

    /** Returns whether the search finds all runs. */
    boolean isOfAll() {
        return words.isBlank() && tags.isEmpty() && chosen().isEmpty();
    }

    /** Returns the part of the search that depends only on published data, without an order; empty if there is none. */
    Optional<RunSearch> chosen() {
        var published = new RunSearch("", held, uploads, flags, List.of(), "");
        return Optional.of(published).filter(search -> !search.equals(ALL));
    }

    /** Returns the condition on {@code run r} for the search that {@link #chosen()} returns; its values are added to {@code arguments}. */
    String condition(StoredCurves curves, List<Object> arguments) {
        var conditions = new StringBuilder("r.state = 'ready'").append(curves.holding(held, arguments));
        if (!uploads.isEmpty()) {
            conditions.append(FilterSql.in("r.upload_id", uploads, arguments));
        }
        flagged(conditions, arguments);
        return conditions.toString();
    }

    /** Returns the SQL order, beginning with the state, as its indexes do. @throws BadParameter if the field does not exist */
    String order() {
        boolean descending = sort.startsWith("-");
        var column = SORTABLE.get(descending ? sort.substring(1) : sort);
        if (column == null) {
            throw new BadParameter("sort must be one of " + SORTABLE.keySet().stream().sorted()
                    .collect(Collectors.joining(", ")) + ", with - in front for descending; was '" + sort + "'");
        }
        return " order by r.state, " + column + (descending ? " desc nulls last" : " asc nulls last")
                + ", r.stored_at desc, r.upload_id, r.section";
    }

    private void flagged(StringBuilder conditions, List<Object> arguments) {
        if (flags.isEmpty()) {
            return;
        }
        var named = flags.stream().filter(id -> !id.equals(Filter.NONE)).map(RunSearch::flagId).toList();
        var either = new ArrayList<String>();
        if (!named.isEmpty()) {
            either.add("exists (select 1 from run_flag x where x.run_id = r.id"
                    + FilterSql.in("x.flag", named, arguments) + ")");
        }
        if (named.size() < flags.size()) {
            either.add("not exists (select 1 from run_flag x where x.run_id = r.id)");
        }
        conditions.append(" and (").append(String.join(" or ", either)).append(")");
    }

    private static String flagId(String text) {
        return Flag.ofId(text).map(Flag::id)
                .orElseThrow(() -> new BadParameter("flag must be one of " + FlagWarnings.known()
                        + " or none, was '" + text + "'"));
    }

}
