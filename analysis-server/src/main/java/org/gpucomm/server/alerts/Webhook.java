package org.gpucomm.server.alerts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Webhook that receives alerts. Many services (such as Slack) treat its URL as a secret, so only its host is shown. */
final class Webhook {

    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration TO_ANSWER = Duration.ofSeconds(20);
    private static final int OK = 200;
    private static final int REDIRECT = 300;

    private final URI address;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TO_CONNECT).build();

    Webhook(URI address) {
        this.address = address;
    }

    /** Posts an alert. @return reason for a failure; empty on success */
    Optional<String> send(String subject, String body) {
        var request = HttpRequest.newBuilder(address).timeout(TO_ANSWER).header("Content-Type", "application/json")
                .header("Idempotency-Key", subject).POST(BodyPublishers.ofString(body)).build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status >= OK && status < REDIRECT ? Optional.empty() : Optional.of("it answered " + status);
        } catch (IOException e) {
            return Optional.of("it could not be reached");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the server stops");
        }
    }

    @Override
    public String toString() {
        return String.valueOf(address.getHost());
    }
}
