package org.gpucomm.server.backup;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Table of gpucomm in a database. @param counted names of the columns with numbers that the database generates */
record StoredTable(String name, List<String> columns, List<String> counted) {

    /** Tables that are not copied: each database has its own migrations, and a start schedules unfinished tasks again. */
    private static final Set<String> LEFT_OUT = Set.of("flyway_schema_history", "scheduled_tasks");

    /** Returns all tables; a table comes before those that refer to it. */
    static List<StoredTable> all(Connection connection) throws SQLException {
        var refersTo = new TreeMap<String, Set<String>>();
        for (var table : names(connection)) {
            refersTo.put(table, new TreeSet<>(strings(
                    connection.getMetaData().getImportedKeys(null, connection.getSchema(), table), "PKTABLE_NAME")));
        }
        var ordered = new LinkedHashMap<String, StoredTable>();
        while (ordered.size() < refersTo.size()) {
            int before = ordered.size();
            for (var table : refersTo.entrySet()) {
                if (!ordered.containsKey(table.getKey()) && ordered.keySet().containsAll(table.getValue())) {
                    ordered.put(table.getKey(), of(connection, table.getKey()));
                }
            }
            if (ordered.size() == before) {
                throw new IllegalStateException("tables refer to one another: " + refersTo.keySet());
            }
        }
        return List.copyOf(ordered.values());
    }

    String columnList() {
        return String.join(", ", columns);
    }

    private static List<String> names(Connection connection) throws SQLException {
        var names = strings(connection.getMetaData().getTables(null, connection.getSchema(), "%",
                new String[]{"TABLE", "BASE TABLE"}), "TABLE_NAME");
        names.removeAll(LEFT_OUT);
        return names;
    }

    private static StoredTable of(Connection connection, String name) throws SQLException {
        var columns = new ArrayList<String>();
        var counted = new ArrayList<String>();
        try (var rows = connection.getMetaData().getColumns(null, connection.getSchema(), name, "%")) {
            while (rows.next()) {
                columns.add(rows.getString("COLUMN_NAME"));
                if (rows.getString("IS_AUTOINCREMENT").equals("YES")) {
                    counted.add(rows.getString("COLUMN_NAME"));
                }
            }
        }
        return new StoredTable(name, columns, counted);
    }

    private static List<String> strings(ResultSet rows, String column) throws SQLException {
        var strings = new ArrayList<String>();
        try (rows) {
            while (rows.next()) {
                strings.add(rows.getString(column));
            }
        }
        return strings;
    }
}
