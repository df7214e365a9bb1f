package org.gpucomm.server.backup;

import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;

import org.jspecify.annotations.Nullable;

/** Text form of arrays in PostgreSQL: <code>{1,NULL,2}</code>, with texts in quotation marks. */
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

    /** Returns the elements as texts, which H2 converts to the type of the column. */
    static @Nullable String[] parse(String text) {
        var elements = new ArrayList<@Nullable String>();
        for (int i = 1; i < text.length() - 1; i++) {
            var value = new StringBuilder();
            boolean quoted = text.charAt(i) == '"';
            for (i += quoted ? 1 : 0; text.charAt(i) != (quoted ? '"' : ',') && i < text.length() - 1; i++) {
                i += text.charAt(i) == '\\' ? 1 : 0;
                value.append(text.charAt(i));
            }
            i += quoted ? 1 : 0;
            elements.add(!quoted && NULL.contentEquals(value) ? null : value.toString());
        }
        return elements.toArray(String[]::new);
    }
}
