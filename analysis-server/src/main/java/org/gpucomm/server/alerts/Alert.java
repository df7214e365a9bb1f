package org.gpucomm.server.alerts;

import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * Something to report.
 *
 * @param subject distinguishes it from all others, so that nothing is reported twice
 * @param body    JSON, whose {@code text} is the whole of it for people
 * @param history whose change it reports; null where it reports something else, as is the rest
 * @param until   its last run then: a change before that is the same one, seen more sharply with more runs
 */
record Alert(String subject, String body, @Nullable String history, @Nullable OffsetDateTime until) {

    Alert(String subject, String body) {
        this(subject, body, null, null);
    }
}
