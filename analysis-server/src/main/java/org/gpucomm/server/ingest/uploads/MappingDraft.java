package org.gpucomm.server.ingest.uploads;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.Meaning;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.Unit;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;

/**
 * Known or likely meanings of the columns of a table, with the choices, as described in docs/api.md.
 *
 * @param table     number of the table, from 1
 * @param tables    all tables of the upload with open or answered questions
 * @param doubts    open questions in words; empty if there are none
 * @param operation operation of all rows; null if a column has it or it is unknown
 */
record MappingDraft(int table, List<Table> tables, boolean certain, List<String> doubts, String separator,
        boolean decimalComma,
        List<Column> columns, @Nullable String operation, List<List<String>> rows, List<Choice> meanings,
        List<Named> operations) {

    /** @param index index of the table among the tables */
    static MappingDraft of(List<CustomTable> tables, int index, List<List<String>> rows) {
        var mapping = tables.get(index).mapping();
        return new MappingDraft(index + 1, tables.stream().map(Table::of).toList(), mapping.isCertain(),
                mapping.doubts(), String.valueOf(mapping.separator()),
                mapping.decimalComma(), mapping.columns().stream().map(Column::of).toList(),
                mapping.fixed().get(Meaning.OPERATION), rows,
                Arrays.stream(Meaning.values()).map(Choice::of).toList(),
                Arrays.stream(Operation.values()).map(each -> new Named(each.id(), each.title())).toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param source  path of the member of an archive
     * @param heading line above the table; empty if there is none
     * @param leftOut whether a person has marked the table as one without results
     */
    record Table(String source, String heading, List<String> header, boolean certain, boolean leftOut) {

        static Table of(CustomTable table) {
            return new Table(table.source(), table.heading(),
                    table.mapping().columns().stream().map(Mapping.MappedColumn::header).toList(),
                    table.mapping().isCertain(), table.mapping().isLeftOut());
        }
    }

    /** @param certainty {@code certain}, {@code likely} or {@code unknown} */
    record Column(String header, String meaning, @Nullable String unit, @Nullable String label,
            String certainty) {

        static Column of(Mapping.MappedColumn column) {
            return new Column(column.header(), word(column.meaning()),
                    column.unit() == null ? null : word(column.unit()), column.label(), word(column.certainty()));
        }
    }

    /** @param units possible units; empty if the meaning has none */
    record Choice(String id, String title, List<Named> units) {

        static Choice of(Meaning meaning) {
            return new Choice(word(meaning), meaning.title(), Arrays.stream(Unit.values())
                    .filter(unit -> unit.kind() == meaning.kind()).map(unit -> new Named(word(unit), unit.title()))
                    .toList());
        }
    }

    /** @param title display name */
    record Named(String id, String title) {}

    /** @param remember whether other tables with this header should be read in the same way; null = yes */
    record Answer(@Nullable List<ColumnAnswer> columns, @Nullable String operation, @Nullable Boolean remember) {

        /** @throws BadParameter if the answer does not fit the table, or leaves a question open */
        Mapping over(Mapping mapping) {
            if (columns == null || columns.size() != mapping.columns().size()) {
                throw new BadParameter("columns must be " + mapping.columns().size() + ", one for each of the table, "
                        + "was " + (columns == null ? "none" : String.valueOf(columns.size())));
            }
            var said = mapping;
            for (int i = 0; i < columns.size(); i++) {
                said = columns.get(i).over(said, i);
            }
            if (operation != null && !operation.isEmpty()) {
                var known = Operation.ofId(operation)
                        .orElseThrow(() -> new BadParameter("operation is none that is known: '" + operation + "'"));
                said = said.withFixed(Meaning.OPERATION, known.id());
            }
            if (!said.isCertain()) {
                throw new BadParameter("still missing: " + String.join("; ", said.doubts()));
            }
            return said;
        }
    }

    record ColumnAnswer(@Nullable String meaning, @Nullable String unit, @Nullable String label) {

        Mapping over(Mapping mapping, int index) {
            var header = mapping.columns().get(index).header();
            var meant = constant(Meaning.values(), meaning, "meaning of column '" + header + "'");
            var measured = meant.kind() == null
                    ? null
                    : constant(Unit.values(), unit, "unit of column '" + header + "'");
            try {
                return mapping.with(index, meant, measured, label == null || label.isBlank() ? null : label.strip());
            } catch (IllegalArgumentException e) {
                throw new BadParameter(String.valueOf(e.getMessage()));
            }
        }

        private static <E extends Enum<E>> E constant(E[] values, @Nullable String id, String what) {
            return Arrays.stream(values).filter(value -> word(value).equals(id)).findFirst().orElseThrow(
                    () -> new BadParameter(what + " must be one of "
                            + String.join(", ", Arrays.stream(values).map(MappingDraft::word).toList()) + ", was '" + id
                            + "'"));
        }
    }
}
