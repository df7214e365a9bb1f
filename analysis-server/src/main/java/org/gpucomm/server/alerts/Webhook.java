package org.gpucomm.server.alerts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/**
 * Address that alerts are posted to. Its address is a secret with many services (Slack), so that nothing shows more of it than its
 * host.
 */
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

    /** @return why it was not taken; empty when it was */
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
