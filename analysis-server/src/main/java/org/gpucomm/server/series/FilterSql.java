package org.gpucomm.server.series;

import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

import org.gpucomm.analysis.identity.Days;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.RunId;

/** Conditions of a filter as SQL, each beginning with {@code and}; their values are added to a list of arguments. */
public final class FilterSql {

    private FilterSql() {}

    /** Returns the condition that a column has one of several values. */
    public static String in(String column, Collection<?> anyOf, List<Object> arguments) {
        arguments.addAll(anyOf);
        return " and " + column + " in (" + "?, ".repeat(anyOf.size() - 1) + "?)";
    }

    /** Returns a pattern for {@code lower(column) like ? escape '\'}. It matches texts that contain {@code part}, ignoring case. */
    public static String containing(String part) {
        return "%" + part.strip().toLowerCase(Locale.ROOT).replaceAll("[\\\\%_]", "\\\\$0") + "%";
    }

    /** Returns conditions on the columns of {@code series s}. */
    static String ofSeries(Filter filter, List<Object> arguments) {
        var conditions = new StringBuilder();
        filter.values().forEach((dimension, anyOf) -> {
            if (isOfSeries(dimension)) {
                conditions.append(in("s." + column(dimension), anyOf, arguments));
            }
        });
        return conditions.toString();
    }

    /** Returns whether {@link #ofSeries} restricts anything. */
    static boolean restrictsSeries(Filter filter) {
        return filter.values().keySet().stream().anyMatch(FilterSql::isOfSeries);
    }

    /** Returns conditions on the ranks and nodes of a table. */
    static String ofPlaces(Filter filter, String table, List<Object> arguments) {
        var conditions = new StringBuilder();
        filter.values().forEach((dimension, anyOf) -> {
            if (dimension == Dimension.ranks || dimension == Dimension.nodes) {
                conditions.append(in(table + "." + dimension, anyOf, arguments));
            }
        });
        return conditions.toString();
    }

    /** Returns conditions on {@code run r}. */
    public static String ofRuns(Filter filter, List<Object> arguments) {
        var conditions = new StringBuilder();
        if (filter.until() != null) {
            arguments.add(filter.until());
            conditions.append(" and exists (select 1 from upload v where v.id = r.upload_id and v.sequence <= ?)");
        }
        conditions.append(ofDays(filter.days(), arguments));
        var runs = RunId.parse(filter.runIds());
        if (!runs.isEmpty()) {
            runs.forEach(run -> {
                arguments.add(run.upload());
                arguments.add(run.section());
            });
            conditions.append(" and (").append("(r.upload_id = ? and r.section = ?) or ".repeat(runs.size() - 1))
                    .append("(r.upload_id = ? and r.section = ?))");
        }
        return conditions.toString();
    }

    private static String ofDays(Days days, List<Object> arguments) {
        var conditions = new StringBuilder();
        if (days.from() != null) {
            conditions.append(" and r.made_at >= ?");
            arguments.add(days.from().atStartOfDay().atOffset(ZoneOffset.UTC));
        }
        if (days.to() != null) {
            conditions.append(" and r.made_at < ?");
            arguments.add(days.to().plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC));
        }
        return conditions.toString();
    }

    private static boolean isOfSeries(Dimension dimension) {
        return dimension.isOfRow() && dimension.isText();
    }

    /** Returns the name of a column of {@code series}: that of the dimension, in snake case. */
    private static String column(Dimension dimension) {
        return dimension.name().replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
    }
}
