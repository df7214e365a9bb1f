package org.gpucomm.server.serve;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options for limits that protect the server's disk, and all clients from the load of one. */
final class ServerLimits {

    @Option(names = "--reserve", defaultValue = "64MB", paramLabel = "SIZE",
            description = "What stays free on the disk of the data directory: uploads that would use it are refused. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String reserve = "";

    @Option(names = "--quota", defaultValue = "0B", paramLabel = "SIZE",
            description = "How much uploads and database may hold together, such as 500GB; then uploads are refused. "
                    + "Default: no limit but the disk.")
    private String quota = "";

    @Option(names = "--upload-limit", defaultValue = "1GB", paramLabel = "SIZE",
            description = "The largest file that is taken. Default: ${DEFAULT-VALUE}.")
    private String uploadLimit = "";

    @Option(names = "--uploads-per-client", defaultValue = "16", paramLabel = "N",
            description = "How many uploads one address may be sending at a time, 0 for any number. "
                    + "This machine itself is not limited. Default: ${DEFAULT-VALUE}.")
    private int uploadsPerClient;

    @Option(names = "--requests-per-client", defaultValue = "100", paramLabel = "N",
            description = "How many requests a second one address may make, 0 for any number; those of ten seconds may "
                    + "come at once. This machine itself is not limited. Default: ${DEFAULT-VALUE}.")
    private int requestsPerClient;

    @Option(names = "--keep", paramLabel = "TIME",
            description = "Delete uploads that are older, such as 180d. Those with a tag, a note or in a baseline stay. "
                    + "Default: all stay.")
    private @Nullable String keep;

    @Option(names = "--answer-within", defaultValue = "30", paramLabel = "SECONDS",
            description = "How long the database may work on one answer; then it is given up. Default: ${DEFAULT-VALUE}.")
    private int answerWithin;

    /** Returns an error message. */
    Optional<String> problem() {
        for (var size : Map.of("--reserve", reserve, "--quota", quota, "--upload-limit", uploadLimit).entrySet()) {
            if (!size.getValue().matches("\\d{1,12}(B|KB|MB|GB|TB)")) {
                return Optional.of(size.getKey() + " must be a size such as 64MB, was '" + size.getValue() + "'");
            }
        }
        if (keep != null && !keep.matches("[1-9]\\d{0,4}[hd]")) {
            return Optional.of("--keep must be a time such as 180d or 12h, was '" + keep + "'");
        }
        if (answerWithin < 1) {
            return Optional.of("--answer-within must be a number of seconds, was " + answerWithin);
        }
        return uploadsPerClient < 0 || requestsPerClient < 0
                ? Optional.of("--uploads-per-client and --requests-per-client must not be negative")
                : Optional.empty();
    }

    /** Returns whether the rate of requests is unlimited. */
    boolean isAnyRate() {
        return requestsPerClient == 0;
    }

    Map<String, Object> settings() {
        return Map.of("gpucomm.reserve", reserve, "management.health.diskspace.threshold", reserve, "gpucomm.quota",
                quota, "gpucomm.upload-limit", uploadLimit, "gpucomm.uploads-per-client", uploadsPerClient,
                "gpucomm.requests-per-client", requestsPerClient, "gpucomm.answer-within", answerWithin + "s",
                "gpucomm.keep", keep == null ? "0s" : keep);
    }
}
