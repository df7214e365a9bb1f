package org.gpucomm.server.backup;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

/** Arrays as PostgreSQL writes them: <code>{1,NULL,2}</code>, texts in quotation marks. */
final class ArrayText {

    private static final String NULL = "NULL";

    private ArrayText() {}

    static String of(Array array) throws SQLException {
        var text = new StringBuilder("{");
        for (var element : (@Nullable Object[]) array.getArray()) {
            text.append(text.length() == 1 ? "" : ",").append(switch (element) {
                case null -> NULL;
                case String string -> '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
                default -> element.toString();
            });
        }
        return text.append('}').toString();
    }

    /** Returns an array for a statement. @param type of its elements, as the database calls it */
    static <T> Array parse(PreparedStatement statement, String type, String text, IntFunction<@Nullable T[]> array,
            Function<String, T> element) throws SQLException {
        var elements = new ArrayList<@Nullable T>();
        for (int i = 1; i < text.length() - 1; i++) {
            var value = new StringBuilder();
            boolean quoted = text.charAt(i) == '"';
            for (i += quoted ? 1 : 0; text.charAt(i) != (quoted ? '"' : ',') && i < text.length() - 1; i++) {
                i += text.charAt(i) == '\\' ? 1 : 0;
                value.append(text.charAt(i));
            }
            i += quoted ? 1 : 0;
            elements.add(!quoted && NULL.contentEquals(value) ? null : element.apply(value.toString()));
        }
        return statement.getConnection().createArrayOf(type, elements.toArray(array));
    }
}
