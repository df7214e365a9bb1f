package org.gpucomm.results.format.customtable;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.gpucomm.results.Decimal;

/**
 * First rows of a table.
 *
 * @param cells        cells of each row, as many as the header has
 * @param decimalComma whether {@code 1,5} is one and a half
 */
record TableRows(List<List<String>> cells, boolean decimalComma) {

    static TableRows of(char separator, List<List<String>> cells) {
        return new TableRows(cells, separator != ',' && hasDecimalComma(cells));
    }

    Optional<Decimal> number(String cell) {
        return TableNumber.of(cell, decimalComma);
    }

    boolean isMostlyNumbers(int index) {
        return isMostly(index, cell -> number(cell).isPresent());
    }

    /** Returns whether the test holds for most rows with a value in the cell: other rows may be damaged. */
    boolean isMostly(int index, Predicate<String> test) {
        var present = cells.stream().map(row -> row.get(index)).filter(cell -> !MappedRows.isAbsent(cell)).toList();
        return present.stream().filter(test).count() * 2 > present.size();
    }

    long different(int index) {
        return cells.stream().map(row -> row.get(index)).distinct().count();
    }

    private static boolean hasDecimalComma(List<List<String>> rows) {
        if (rows.stream().flatMap(List::stream).anyMatch(TableNumber::hasGroupsByComma)) {
            return false;
        }
        return rows.stream().flatMap(List::stream).anyMatch(cell -> cell.matches("[+-]?\\d+,\\d+(?:[eE][+-]?\\d+)?"))
                && rows.stream().flatMap(List::stream).noneMatch(cell -> cell.matches("[+-]?\\d+\\.\\d+"));
    }
}
