package org.gpucomm.server.backup;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Type of a column, and the text of its values, from which every database reads the same. */
enum Kind {
    WHOLE {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return Long.toString(row.getLong(column));
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setLong(column, Long.parseLong(text));
        }
    },
    NUMBER {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return Double.toString(row.getDouble(column));
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setDouble(column, Double.parseDouble(text));
        }
    },
    TRUTH {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return row.getBoolean(column) ? "t" : "f";
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setBoolean(column, text.equals("t"));
        }
    },
    TEXT {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return row.getString(column);
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setString(column, text);
        }
    },
    /** As PostgreSQL writes bytes. */
    BYTES {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return "\\x" + HexFormat.of().formatHex(row.getBytes(column));
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setBytes(column, HexFormat.of().parseHex(text, 2, text.length()));
        }
    },
    /** As PostgreSQL writes arrays. */
    ARRAY {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return ArrayText.of(row.getArray(column));
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setArray(column, statement.getConnection().createArrayOf("varchar", ArrayText.parse(text)));
        }
    },
    /** In UTC. Both databases keep microseconds. */
    INSTANT {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return row.getObject(column, OffsetDateTime.class).withOffsetSameInstant(ZoneOffset.UTC).toString();
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setObject(column, OffsetDateTime.parse(text));
        }
    },
    LOCAL_TIME {
        @Override
        String text(ResultSet row, int column) throws SQLException {
            return row.getObject(column, LocalDateTime.class).toString();
        }

        @Override
        void set(PreparedStatement statement, int column, String text) throws SQLException {
            statement.setObject(column, LocalDateTime.parse(text));
        }
    };

    /** @throws IllegalArgumentException for a type that no table of gpucomm has */
    static Kind of(String typeName) {
        return switch (typeName.toLowerCase(Locale.ROOT)) {
            case "int8", "int4", "bigint", "integer" -> WHOLE;
            case "float8", "double precision" -> NUMBER;
            case "bool", "boolean" -> TRUTH;
            case "varchar", "text", "bpchar", "character varying", "character large object", "character" -> TEXT;
            case "bytea", "binary varying" -> BYTES;
            case "_int8", "bigint array", "_float8", "double precision array", "_varchar", "character varying array" ->
                ARRAY;
            case "timestamptz", "timestamp with time zone" -> INSTANT;
            case "timestamp" -> LOCAL_TIME;
            default -> throw new IllegalArgumentException("no backup of columns of type " + typeName);
        };
    }

    /** Returns the value of a row that is not null. */
    abstract String text(ResultSet row, int column) throws SQLException;

    abstract void set(PreparedStatement statement, int column, String text) throws SQLException;

    /** Returns null where the row has none. */
    final @Nullable String textOrNull(ResultSet row, int column) throws SQLException {
        return row.getObject(column) == null ? null : text(row, column);
    }

    final void setOrNull(PreparedStatement statement, int column, @Nullable String text) throws SQLException {
        if (text == null) {
            statement.setNull(column, Types.NULL);
        } else {
            set(statement, column, text);
        }
    }
}
