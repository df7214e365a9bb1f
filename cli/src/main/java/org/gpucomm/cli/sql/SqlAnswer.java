package org.gpucomm.cli.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Answer to a query.
 *
 * @param rows rows with a value for each column: a number, null, or anything else as text
 * @param more whether there are more rows than these
 */
public record SqlAnswer(List<SqlColumn> columns, List<List<@Nullable Object>> rows, boolean more) {

    /** Limit of the average length of a row, since long texts would take the memory of many rows. */
    private static final int CHARACTERS_OF_A_ROW = 800;

    static SqlAnswer of(ResultSet found, int mostRows) throws SQLException {
        var head = found.getMetaData();
        var columns = new ArrayList<SqlColumn>();
        for (int i = 1; i <= head.getColumnCount(); i++) {
            columns.add(new SqlColumn(head.getColumnLabel(i), head.getColumnTypeName(i)));
        }
        var rows = new ArrayList<List<@Nullable Object>>();
        long characters = 0;
        while (found.next()) {
            if (rows.size() == mostRows || characters > (long) CHARACTERS_OF_A_ROW * mostRows) {
                return new SqlAnswer(columns, rows, true);
            }
            var row = new ArrayList<@Nullable Object>();
            for (int i = 1; i <= columns.size(); i++) {
                var value = value(found, i);
                characters += value == null ? 0 : value.toString().length();
                row.add(value);
            }
            rows.add(row);
        }
        return new SqlAnswer(columns, rows, false);
    }

    private static @Nullable Object value(ResultSet row, int column) throws SQLException {
        return switch (row.getObject(column)) {
            case Double number when !Double.isFinite(number) -> number.toString();
            case Float number when !Float.isFinite(number) -> number.toString();
            case Number number -> number;
            case null -> null;
            default -> row.getString(column);
        };
    }

    /**
     * Column of an answer.
     *
     * @param type type in DuckDB's terms, such as DOUBLE, BIGINT and VARCHAR
     */
    public record SqlColumn(String name, String type) {}
}
