package org.gpucomm.server.serve;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Option for the webhook that receives alerts about flagged runs and changed histories. */
final class Alerting {

    private static final String VARIABLE = "GPUCOMM_ALERT_WEBHOOK";

    @Option(names = "--alert-webhook", paramLabel = "URL",
            description = "Post here when a run is flagged or a history changes (Slack, or anything that takes JSON). The variable "
                    + VARIABLE + " is not visible to others on this machine. Default: no messages.")
    private @Nullable String webhook;

    /** Returns an error message; without the URL, which is a secret for many services. */
    Optional<String> problem() {
        var given = given();
        return given == null || given.matches("https?://[^/?#\\s]+(/\\S*)?")
                ? Optional.empty()
                : Optional.of("--alert-webhook must be a URL such as https://hooks.example.org/…");
    }

    Map<String, Object> settings() {
        var given = given();
        return given == null ? Map.of() : Map.of("gpucomm.alert-webhook", given);
    }

    private @Nullable String given() {
        var given = webhook != null ? webhook : System.getenv(VARIABLE);
        return given == null || given.isBlank() ? null : given.strip();
    }
}
