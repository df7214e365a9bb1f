package org.gpucomm.figures.parquet;

import java.util.Locale;

import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Type;
import org.gpucomm.results.format.canonical.ColumnKind;

/** Column of a table. Every value is optional. */
public record ParquetColumn(String name, ColumnKind kind) {

    SchemaElement element() {
        var element = new SchemaElement(name);
        element.setType(type());
        element.setRepetition_type(FieldRepetitionType.OPTIONAL);
        if (kind == ColumnKind.TEXT) {
            element.setConverted_type(ConvertedType.UTF8);
            element.setLogicalType(LogicalType.STRING(new StringType()));
        }
        return element;
    }

    Type type() {
        return switch (kind) {
            case TEXT -> Type.BYTE_ARRAY;
            case NUMBER -> Type.DOUBLE;
            case WHOLE -> Type.INT64;
        };
    }

    /**
     * Adds a value, parsed from its text.
     *
     * @throws IllegalArgumentException if the text is not a value of this column
     */
    void append(ColumnValues values, String text) {
        try {
            switch (kind) {
                case TEXT -> values.text(text);
                case NUMBER -> values.number(Double.parseDouble(text));
                case WHOLE -> values.whole(Long.parseLong(text));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no " + kind.name().toLowerCase(Locale.ROOT)
                    + " for the column " + name, e);
        }
    }
}
