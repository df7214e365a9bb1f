package org.gpucomm.runner.output;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Answers {@code POST /api/v1/uploads} and {@code PUT /api/v1/live} as docs/api.md says a gpucomm server does. */
public final class UploadServer implements AutoCloseable {

    /** What came: file name and text. */
    public record Upload(String filename, String text) {}

    private final HttpServer server;
    private final String token;
    private final List<Upload> uploads = new CopyOnWriteArrayList<>();
    private final List<String> news = new CopyOnWriteArrayList<>();
    private volatile int refusal;
    /** Lock whose holder answers reports about runs. */
    private final Semaphore answers = new Semaphore(1);

    private UploadServer(HttpServer server, String token) {
        this.server = server;
        this.token = token;
    }

    /** @param port 0 = any */
    public static UploadServer start(int port, String token) throws IOException {
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        var server = new UploadServer(http, token);
        http.createContext("/api/v1/uploads", server::answer);
        http.createContext("/api/v1/live/", server::take);
        http.start();
        return server;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public List<Upload> uploads() {
        return uploads;
    }

    /** Reports about running runs. */
    public List<String> news() {
        return news;
    }

    /** From now on reports about runs get no answer. */
    public void hold() throws InterruptedException {
        answers.acquire();
    }

    /** What waits for an answer since {@link #hold} gets it. */
    public void release() {
        answers.release();
    }

    /** From now on every upload gets this status. */
    void refuse(int status) {
        refusal = status;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            var body = gzip ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody();
            var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            var upload = new Upload(exchange.getRequestURI().getQuery().replaceFirst(".*filename=", ""), text);
            if (!token.isEmpty()
                    && !("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, 401, "{\"status\":401,\"detail\":\"a token is needed\"}");
            } else if (refusal != 0) {
                send(exchange, refusal, "{\"status\":" + refusal + ",\"detail\":\"not \\u201cthat\\u201d\"}");
            } else {
                int status = uploads.contains(upload) ? 200 : 201;
                uploads.add(upload);
                send(exchange, status, "{\"id\":\"0123\",\"url\":\"/uploads/0123\",\"state\":\"importing\"}");
            }
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var told = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answers.acquire();
            answers.release();
            news.add(told);
            int rows = told.split("message_bytes", -1).length - 1;
            int from = Integer.parseInt(told.replaceFirst("(?s).*\"from\":(\\d+).*", "$1"));
            send(exchange, 200, "{\"url\":\"/live/x\",\"rows\":" + (from + rows) + "}");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
