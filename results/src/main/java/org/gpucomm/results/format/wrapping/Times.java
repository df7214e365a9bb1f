package org.gpucomm.results.format.wrapping;

import static org.gpucomm.results.format.wrapping.Scan.at;
import static org.gpucomm.results.format.wrapping.Scan.digits;
import static org.gpucomm.results.format.wrapping.Scan.spaces;
import static org.gpucomm.results.format.wrapping.Scan.word;

import java.util.Set;

/** Times as log collectors put them before a line. Each method gives the index behind the time, or -1. */
final class Times {

    private static final Set<String> MONTHS = Set.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep",
            "Oct",
            "Nov", "Dec");
    private static final Set<String> DAYS = Set.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    /** September 2001 came before any GPU, and a size in bytes is seldom between: 2^30 is not, 2^31 is not. */
    private static final long FIRST_EPOCH = 1_400_000_000L;
    private static final long LAST_EPOCH = 2_100_000_000L;

    private Times() {}

    /** {@code 2026-07-01T10:11:12.123456789Z} with a zone, as RFC 3339 has it. */
    static int zoned(String text, int from) {
        int time = date(text, from);
        if (at(text, time) != 'T') {
            return -1;
        }
        int zone = clock(text, time + 1);
        return zone < 0 ? -1 : behindSpace(text, zone(text, zone));
    }

    /** {@code 2026-07-01 10:11:12,123}, {@code [10:11:12]}, {@code [1782900672.123]}. */
    static int any(String text, int from) {
        boolean bracket = at(text, from) == '[';
        int begin = bracket ? from + 1 : from;
        int end = dateAndClock(text, begin);
        if (end < 0) {
            end = clock(text, begin);
        }
        if (end < 0 && bracket) {
            end = epoch(text, begin);
        }
        if (end < 0) {
            return -1;
        }
        if (bracket) {
            end = word(text, end, "]");
        }
        return behindSpace(text, end);
    }

    /** {@code 1782900672.123}, {@code 1782900672123}: might be any number. */
    static int bareEpoch(String text, int from) {
        return behindSpace(text, epoch(text, from));
    }

    /** {@code Jul  1 10:11:12}, as syslog has it. */
    static int syslog(String text, int from) {
        if (from + 3 > text.length() || !MONTHS.contains(text.substring(from, from + 3))) {
            return -1;
        }
        int day = digits(text, spaces(text, from + 3), 1, 2);
        int clock = day < 0 || at(text, day) != ' ' ? -1 : clock(text, day + 1);
        return clock < 0 || at(text, clock) != ' ' ? -1 : clock + 1;
    }

    /** {@code Wed Jul  1 10:11:12 2026}, as mpirun has it before its tag. */
    static int ctime(String text, int from) {
        if (from + 4 > text.length() || !DAYS.contains(text.substring(from, from + 3))) {
            return -1;
        }
        return digits(text, syslog(text, from + 4), 4, 4);
    }

    private static int dateAndClock(String text, int from) {
        int time = date(text, from);
        char between = at(text, time);
        int end = between == ' ' || between == 'T' || between == '_' ? clock(text, time + 1) : -1;
        if (between == ',' && at(text, time + 1) == ' ') { // Airflow: 2026-07-01, 10:11:12 UTC
            int clock = clock(text, time + 2);
            return word(text, clock, " UTC") < 0 ? clock : word(text, clock, " UTC");
        }
        int zone = end < 0 ? -1 : zone(text, end);
        return zone < 0 ? end : zone;
    }

    private static int date(String text, int from) {
        int year = digits(text, from, 4, 4);
        char separator = at(text, year);
        if (year < 0 || separator != '-' && separator != '/') {
            return -1;
        }
        int month = digits(text, year + 1, 2, 2);
        return at(text, month) != separator ? -1 : digits(text, month + 1, 2, 2);
    }

    /** {@code 10:11:12}, with a fraction or without. */
    private static int clock(String text, int from) {
        int hours = digits(text, from, 2, 2);
        int minutes = at(text, hours) == ':' ? digits(text, hours + 1, 2, 2) : -1;
        int seconds = at(text, minutes) == ':' ? digits(text, minutes + 1, 2, 2) : -1;
        if (at(text, seconds) == '.' || at(text, seconds) == ',') {
            return digits(text, seconds + 1, 1, 9);
        }
        return seconds;
    }

    private static int zone(String text, int from) {
        char sign = at(text, from);
        if (sign == 'Z') {
            return from + 1;
        }
        if (sign != '+' && sign != '-') {
            return -1;
        }
        int hours = digits(text, from + 1, 2, 2);
        return digits(text, at(text, hours) == ':' ? hours + 1 : hours, 2, 2);
    }

    /** Seconds since 1970, perhaps with a fraction, or whole milliseconds as CloudWatch has them. */
    private static int epoch(String text, int from) {
        int end = digits(text, from, 10, 10);
        int millis = digits(text, end, 3, 3);
        if (end < 0 || Scan.isDigit(at(text, end)) && (millis < 0 || Scan.isDigit(at(text, millis)))) {
            return -1;
        }
        long seconds = Long.parseLong(text.substring(from, end));
        if (seconds < FIRST_EPOCH || seconds > LAST_EPOCH) {
            return -1;
        }
        if (millis >= 0) {
            return millis;
        }
        return at(text, end) == '.' ? digits(text, end + 1, 1, 9) : end;
    }

    /** A time is followed by a space, a colon and a space, or nothing. */
    private static int behindSpace(String text, int from) {
        if (from < 0 || from == text.length()) {
            return from;
        }
        int colon = at(text, from) == ':' ? from + 1 : from;
        boolean parted = at(text, colon) == ' ' || at(text, colon) == '\t'; // Grafana exports with tabs
        return parted ? colon + 1 : colon == text.length() ? colon : -1;
    }
}
