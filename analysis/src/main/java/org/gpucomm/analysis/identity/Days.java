package org.gpucomm.analysis.identity;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Range of days in UTC on which the chosen runs were made according to their logs, or else stored.
 *
 * @param from first day; null if unlimited
 * @param to   last day; null if unlimited
 */
public record Days(@Nullable LocalDate from, @Nullable LocalDate to) {

    static final Days ALL = new Days(null, null);
    static final String FROM = "from";
    static final String TO = "to";

    /** @throws BadParameter if a text is not a day, or the last day is before the first */
    static Days of(Map<String, String[]> parameters) {
        var from = day(FROM, parameters);
        var to = day(TO, parameters);
        if (from != null && to != null && to.isBefore(from)) {
            throw new BadParameter(TO + " must not be before " + FROM + ", was " + to + " and " + from);
        }
        return new Days(from, to);
    }

    boolean isAll() {
        return from == null && to == null;
    }

    private static @Nullable LocalDate day(String name, Map<String, String[]> parameters) {
        var given = Optional.ofNullable(parameters.get(name)).filter(values -> values.length > 0)
                .map(values -> values[0]).orElse("");
        try {
            return given.isEmpty() ? null : LocalDate.parse(given);
        } catch (DateTimeParseException e) {
            throw new BadParameter(name + " must be a day such as 2026-01-31, was '" + given + "'");
        }
    }
}
