package org.gpucomm.figures.parquet;

import java.util.Locale;

import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Type;

/** A column of a table, whose every value may be missing. */
public record ParquetColumn(String name, Kind kind) {

    /** Physical type of values. */
    public enum Kind {
        /** UTF-8. */
        TEXT(Type.BYTE_ARRAY),
        /** A double. */
        NUMBER(Type.DOUBLE),
        /** A whole number of 64 bits. */
        WHOLE(Type.INT64);

        private final Type type;

        Kind(Type type) {
            this.type = type;
        }

        Type type() {
            return type;
        }
    }

    SchemaElement element() {
        var element = new SchemaElement(name);
        element.setType(kind.type());
        element.setRepetition_type(FieldRepetitionType.OPTIONAL);
        if (kind == Kind.TEXT) {
            element.setConverted_type(ConvertedType.UTF8);
            element.setLogicalType(LogicalType.STRING(new StringType()));
        }
        return element;
    }

    /**
     * Reads a value as a table of texts has it.
     *
     * @throws IllegalArgumentException when it is none of this column
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
