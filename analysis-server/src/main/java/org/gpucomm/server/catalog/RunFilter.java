package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Flag;
import org.gpucomm.server.ingest.SearchPattern;
import org.gpucomm.server.series.Filter;
import org.gpucomm.server.series.FlagWarnings;
import org.gpucomm.server.web.BadParameter;

/**
 * Which runs are listed, and in which order.
 *
 * @param search     part of a file name, tool, library, operation or variant; every word of it must be found
 * @param tool       any of these, as for the others; empty = all
 * @param flag       any of these is wrong with it; {@code none} = nothing is
 * @param sort       a field of a run, {@code -} in front for descending
 */
record RunFilter(String search, List<String> tool, List<String> library, List<String> operation, List<String> ranks,
        List<String> instanceType, List<String> upload, List<String> flag, String sort) {

    private static final Map<String, String> SORTABLE = Map.ofEntries(Map.entry("id", "r.upload_id"),
            Map.entry("filename", "r.filename"), Map.entry("section", "r.section"), Map.entry("tool", "r.tool"),
            Map.entry("toolVersion", "r.tool_version"), Map.entry("library", "r.library"),
            Map.entry("libraryVersion", "r.library_version"), Map.entry("instanceType", "r.instance_type"),
            Map.entry("gpu", "r.gpu"), Map.entry("minBytes", "r.min_bytes"), Map.entry("maxBytes", "r.max_bytes"),
            Map.entry("points", "r.points"), Map.entry("problems", "r.problems"), Map.entry("wrong", "r.wrong"),
            Map.entry("startedAt", "coalesce(r.started_at, '')"), Map.entry("storedAt", "r.stored_at"),
            Map.entry("maxBusbw", "r.max_busbw"), Map.entry("maxAlgbw", "r.max_algbw"),
            Map.entry("minTime", "r.min_time"), Map.entry("bundled", "r.bundled"),
            Map.entry("operations", "(select min(s.operation) from run_series x join series s on s.id = x.series_id "
                    + "where x.run_id = r.id)"),
            Map.entry("variants", "(select min(s.variant) from run_series x join series s on s.id = x.series_id "
                    + "where x.run_id = r.id)"),
            Map.entry("ranks", "(select max(x.ranks) from run_series x where x.run_id = r.id)"),
            Map.entry("nodes", "(select max(x.nodes) from run_series x where x.run_id = r.id)"));

    /** A condition on {@code run r}; its values are added to {@code arguments}. */
    String condition(List<Object> arguments) {
        var conditions = new StringBuilder("r.state = 'ready'");
        any("r.tool", tool, conditions, arguments);
        any("coalesce(r.library, '')", library, conditions, arguments);
        any("coalesce(r.instance_type, '')", instanceType, conditions, arguments);
        any("r.upload_id", upload, conditions, arguments);
        flagged(conditions, arguments);
        if (!operation.isEmpty() || !ranks.isEmpty()) {
            conditions.append(" and exists (select 1 from run_series x join series s on s.id = x.series_id"
                    + " where x.run_id = r.id");
            any("s.operation", operation, conditions, arguments);
            if (!ranks.isEmpty()) {
                conditions.append(Filter.in("x.ranks", numbers(), arguments));
            }
            conditions.append(")");
        }
        for (var word : search.strip().split("\\s+")) {
            matching(word, conditions, arguments);
        }
        return conditions.toString();
    }

    /** @throws BadParameter when it is no field of a run */
    String order() {
        boolean descending = sort.startsWith("-");
        var column = SORTABLE.get(descending ? sort.substring(1) : sort);
        if (column == null) {
            throw new BadParameter("sort must be one of " + SORTABLE.keySet().stream().sorted()
                    .collect(Collectors.joining(", ")) + ", with - in front for descending; was '" + sort + "'");
        }
        return " order by " + column + (descending ? " desc nulls last" : " asc nulls last")
                + ", r.stored_at desc, r.upload_id, r.section";
    }

    private void flagged(StringBuilder conditions, List<Object> arguments) {
        if (flag.isEmpty()) {
            return;
        }
        var named = flag.stream().filter(id -> !id.equals(Filter.NONE)).map(RunFilter::flagId).toList();
        var either = new ArrayList<String>();
        if (!named.isEmpty()) {
            either.add("exists (select 1 from run_flag x where x.run_id = r.id"
                    + Filter.in("x.flag", named, arguments) + ")");
        }
        if (named.size() < flag.size()) {
            either.add("not exists (select 1 from run_flag x where x.run_id = r.id)");
        }
        conditions.append(" and (").append(String.join(" or ", either)).append(")");
    }

    private static String flagId(String text) {
        return Arrays.stream(Flag.values()).map(Flag::id).filter(text::equals).findFirst()
                .orElseThrow(() -> new BadParameter("flag must be one of " + FlagWarnings.known()
                        + " or none, was '" + text + "'"));
    }

    private static void any(String column, List<String> values, StringBuilder conditions, List<Object> arguments) {
        if (!values.isEmpty()) {
            conditions.append(Filter.in(column,
                    values.stream().map(value -> value.equals(Filter.NONE) ? "" : value).toList(), arguments));
        }
    }

    private List<Long> numbers() {
        var numbers = new ArrayList<Long>();
        for (var text : ranks) {
            try {
                numbers.add(text.equals(Filter.NONE) ? 0L : Long.valueOf(text));
            } catch (NumberFormatException e) {
                throw new BadParameter("ranks must be a whole number or none, was '" + text + "'");
            }
        }
        return numbers;
    }

    private static void matching(String word, StringBuilder conditions, List<Object> arguments) {
        if (word.isEmpty()) {
            return;
        }
        var pattern = SearchPattern.containing(word);
        conditions.append("""
                 and (lower(r.filename) like ? escape '\\' or lower(r.tool) like ? escape '\\'
                      or lower(r.library) like ? escape '\\'
                      or exists (select 1 from run_series x join series s on s.id = x.series_id
                                  where x.run_id = r.id and (s.operation like ? escape '\\'
                                                             or lower(s.variant) like ? escape '\\')))
                """);
        arguments.addAll(List.of(pattern, pattern, pattern, pattern, pattern));
    }
}
