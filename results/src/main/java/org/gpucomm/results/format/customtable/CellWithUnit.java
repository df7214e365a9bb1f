package org.gpucomm.results.format.customtable;

import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;

/** Cell with its own unit, such as {@code 0.16ms}, {@code 470 GB/s}, {@code 341 Gb/s = 42.6 GB/s} and {@code 45 us / 23 GB/s}; not a size. */
record CellWithUnit(Decimal number, Unit unit) {

    private static final Pattern CELL = Pattern
            .compile("([~\u2248]?\\s*[+-]?[0-9](?:[0-9.,' \u00a0\u2009\u202f\u2019]*[0-9.])?(?:[eE][+-]?[0-9]+)?"
                    + "(?:\\s*(?:\u00b1|\\+/-|[-\u2013])\\s*[0-9.,]+)?)\\s*([a-zA-Z\u00b5\u03bc][a-zA-Z/]*)"
                    + "(?:\\s*[(=].*| / .*| @ .*| [A-Z][\\w-]{1,20})?");
    /** Bandwidths before the time in which they were measured: {@code 3 / 11 GB/s @ 1306.0 us}. */
    private static final Pattern AT = Pattern.compile("[\\d.]{1,12}(?: / [\\d.]{1,12})? [kMGT]i?B/s @ ");

    /** Returns the number and unit in a cell; empty if it is not a number followed by a unit of this kind. */
    static Optional<CellWithUnit> of(String cell, Unit.UnitKind kind, boolean decimalComma) {
        var text = cell.strip();
        var rates = AT.matcher(text);
        var parts = CELL.matcher(kind == Unit.UnitKind.TIME && rates.lookingAt() ? text.substring(rates.end()) : text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return TableNumber.of(parts.group(1), decimalComma)
                .flatMap(number -> Unit.of(kind, parts.group(2)).map(unit -> new CellWithUnit(number, unit)));
    }
}
