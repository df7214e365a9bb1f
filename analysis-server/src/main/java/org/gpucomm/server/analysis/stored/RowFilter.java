package org.gpucomm.server.analysis.stored;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.web.BadParameter;

/**
 * Which rows are meant: in each column any of some values, as texts of the canonical CSV; "" = empty.
 *
 * @param values a column that is not there is not restricted
 */
public record RowFilter(Map<Column, List<String>> values) implements Predicate<Measurement> {

    private static final String NONE = "none";
    private static final Map<String, Column> COLUMNS = columns();
    /** Columns of the table series, by which runs are found before their files are read. */
    private static final Map<Column, String> OF_SERIES = Map.of(Column.TOOL, "s.tool", Column.LIBRARY, "s.library",
            Column.OPERATION, "s.operation", Column.VARIANT, "s.variant", Column.PLACEMENT, "s.placement",
            Column.INSTANCE_TYPE, "s.instance_type", Column.DATATYPE, "s.datatype", Column.PROBLEM, "s.problem");

    public static final RowFilter ALL = new RowFilter(Map.of());

    public RowFilter {
        values = Map.copyOf(values);
    }

    /**
     * From request parameters, named as everywhere in the interface.
     *
     * @param parameters each with all its values
     * @param others     names of further parameters that the request takes
     * @throws BadParameter for an unknown name
     */
    public static RowFilter of(Map<String, String[]> parameters, List<String> others) {
        var values = new EnumMap<Column, List<String>>(Column.class);
        parameters.forEach((name, texts) -> {
            var column = COLUMNS.get(name);
            if (column == null && !others.contains(name)) {
                throw new BadParameter("unknown parameter '" + name + "'; known are "
                        + String.join(", ",
                                Stream.concat(COLUMNS.keySet().stream(), others.stream()).sorted().toList()));
            }
            var given = Stream.of(texts).filter(text -> !text.isEmpty()).map(text -> text.equals(NONE) ? "" : text)
                    .toList();
            if (column != null && !given.isEmpty()) {
                values.put(column, given);
            }
        });
        return new RowFilter(values);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    @Override
    public boolean test(Measurement measurement) {
        return values.entrySet().stream().allMatch(each -> each.getValue().contains(each.getKey().textOf(measurement)));
    }

    /** On {@code run_series x} and {@code series s}; a size is looked for in the rows only. */
    String condition(List<Object> arguments) {
        var conditions = new StringBuilder();
        values.forEach((column, texts) -> {
            if (OF_SERIES.containsKey(column) || column == Column.RANKS) {
                var numbers = column == Column.RANKS;
                arguments.addAll(numbers ? texts.stream().map(RowFilter::ranks).toList() : texts);
                conditions.append(" and ").append(numbers ? "x.ranks" : OF_SERIES.get(column)).append(" in (")
                        .append(StoredRuns.places(texts)).append(")");
            }
        });
        return conditions.toString();
    }

    private static Integer ranks(String text) {
        try {
            return text.isEmpty() ? 0 : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new BadParameter("ranks must be a whole number or none, was '" + text + "'");
        }
    }

    private static Map<String, Column> columns() {
        var columns = new LinkedHashMap<String, Column>();
        columns.put("tool", Column.TOOL);
        columns.put("library", Column.LIBRARY);
        columns.put("operation", Column.OPERATION);
        columns.put("variant", Column.VARIANT);
        columns.put("placement", Column.PLACEMENT);
        columns.put("instanceType", Column.INSTANCE_TYPE);
        columns.put("datatype", Column.DATATYPE);
        columns.put("problem", Column.PROBLEM);
        columns.put("ranks", Column.RANKS);
        columns.put("bytes", Column.MESSAGE_BYTES);
        return columns;
    }

    /** The names of all filters. */
    public static List<String> names() {
        return new ArrayList<>(COLUMNS.keySet());
    }
}
