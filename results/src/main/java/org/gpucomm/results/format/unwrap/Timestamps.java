package org.gpucomm.results.format.unwrap;

import java.util.regex.Pattern;

/** Timestamps that log collectors put before a line. Each method returns the index after the time, or -1. */
final class Timestamps {

    private static final String DATE = "\\d{4}([-/])\\d{2}\\1\\d{2}";
    /** {@code 10:11:12}, with or without a fraction. */
    private static final String CLOCK = "\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?";
    private static final String ZONE = "(?:Z|[+-]\\d{2}:?\\d{2})";
    /** Airflow writes {@code 2026-07-01, 10:11:12 UTC}. */
    private static final String DATE_AND_CLOCK = DATE + "(?:[ T_]" + CLOCK + ZONE + "?|, " + CLOCK + "(?: UTC)?)";
    /**
     * Seconds since 1970, optionally with a fraction, or whole milliseconds as in CloudWatch. The range begins in 2014, before any of the
     * tools, and ends in 2036; few sizes in bytes fall into it, and neither 2^30 nor 2^31 does.
     */
    private static final String EPOCH = "(?:1[4-9]\\d{8}|20\\d{8}|2100000000)(?:\\d{3}|\\.\\d{1,9})?(?!\\d)";
    /** A space, a colon and a space, or the end follows a time. Grafana exports with tabs. */
    private static final String END = "(?::?[ \\t]|:?\\z)";
    private static final String SYSLOG = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) *\\d{1,2} " + CLOCK + " ";

    private static final Pattern ZONED = Pattern.compile(DATE + "T" + CLOCK + ZONE + END);
    private static final Pattern BARE = Pattern.compile("(?:" + DATE_AND_CLOCK + "|" + CLOCK + ")" + END);
    private static final Pattern IN_BRACKETS = Pattern
            .compile("\\[(?:" + DATE_AND_CLOCK + "|" + CLOCK + "|" + EPOCH + ")]" + END);
    private static final Pattern BARE_EPOCH = Pattern.compile(EPOCH + END);
    private static final Pattern OF_SYSLOG = Pattern.compile(SYSLOG);
    private static final Pattern OF_CTIME = Pattern.compile("(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) " + SYSLOG + "\\d{4}");

    private Timestamps() {}

    /** Scans {@code 2026-07-01T10:11:12.123456789Z}, with a zone as in RFC 3339. */
    static int zoned(String text, int from) {
        return end(ZONED, text, from);
    }

    /** Scans {@code 2026-07-01 10:11:12,123}, {@code [10:11:12]}, {@code [1782900672.123]}. */
    static int any(String text, int from) {
        return end(Scan.at(text, from) == '[' ? IN_BRACKETS : BARE, text, from);
    }

    /** Scans {@code 1782900672.123} or {@code 1782900672123}, which may also be another number. */
    static int bareEpoch(String text, int from) {
        return end(BARE_EPOCH, text, from);
    }

    /** Scans {@code Jul  1 10:11:12}, as in syslog. */
    static int syslog(String text, int from) {
        return end(OF_SYSLOG, text, from);
    }

    /** Scans {@code Wed Jul  1 10:11:12 2026}, which mpirun prints before its tag. */
    static int ctime(String text, int from) {
        return end(OF_CTIME, text, from);
    }

    private static int end(Pattern pattern, String text, int from) {
        var found = pattern.matcher(text).region(from, text.length());
        return found.lookingAt() ? found.end() : -1;
    }
}
