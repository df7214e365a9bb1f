package org.gpucomm.server.alerts;

import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * Alert to send.
 *
 * @param subject unique key, which prevents repeated alerts
 * @param body    JSON, whose {@code text} has the complete message for people
 * @param history history whose change it reports; null for other alerts, as for {@code until}
 * @param until   time of the history's last run; an earlier change found later, with more runs, is the same change
 */
record Alert(String subject, String body, @Nullable String history, @Nullable OffsetDateTime until) {

    Alert(String subject, String body) {
        this(subject, body, null, null);
    }
}
