package org.gpucomm.server.serve;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.gpucomm.analysis.bundled.BundledFile;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server in a process of its own, as {@code ./gpucomm serve} starts it, and its HTTP interface. */
public final class ServerProcess implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String READY = "gpucomm is at ";
    /** The logs of all servers of this test JVM, so that none of them is on the console. */
    private static final ProcessBuilder.Redirect LOG = ProcessBuilder.Redirect.appendTo(
            Path.of("target", "servers-" + ProcessHandle.current().pid() + ".log").toFile());

    private final Process process;
    private final URI root;
    private final int bundled;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param bundled how many uploads it makes by itself */
    private ServerProcess(Process process, URI root, int bundled) {
        this.process = process;
        this.root = root;
        this.bundled = bundled;
    }

    /** Starts a server on a free port, unless one is given, and waits until it says that it is ready. */
    public static ServerProcess start(Path dataDir, String... arguments) throws IOException {
        return start(LOG, dataDir, arguments);
    }

    /** The same, with classes that go before those of this build. */
    static ServerProcess startWith(Path classes, Path dataDir, String... arguments) throws IOException {
        return startWith(LOG, classes, dataDir, arguments);
    }

    /** The same; its log goes into that file. */
    static ServerProcess startWith(Path classes, Path log, Path dataDir, String... arguments) throws IOException {
        return startWith(ProcessBuilder.Redirect.to(log.toFile()), classes, dataDir, arguments);
    }

    private static ServerProcess startWith(ProcessBuilder.Redirect log, Path classes, Path dataDir,
            String... arguments) throws IOException {
        var command = serve(dataDir, arguments);
        int at = command.indexOf("-cp") + 1;
        command.set(at, classes + File.pathSeparator + command.get(at));
        return ready(new ProcessBuilder(command).redirectError(log));
    }

    /** The same; its log goes into that file. */
    public static ServerProcess startLogging(Path log, Path dataDir, String... arguments) throws IOException {
        return start(ProcessBuilder.Redirect.to(log.toFile()), dataDir, arguments);
    }

    /** The same where these variables are set besides those of this process. */
    static ServerProcess startLogging(Path log, Map<String, String> environment, Path dataDir, String... arguments)
            throws IOException {
        return start(ProcessBuilder.Redirect.to(log.toFile()), environment, dataDir, arguments);
    }

    /** The same where these variables are set besides those of this process. */
    public static ServerProcess start(Map<String, String> environment, Path dataDir, String... arguments)
            throws IOException {
        return start(LOG, environment, dataDir, arguments);
    }

    private static ServerProcess start(ProcessBuilder.Redirect log, Path dataDir, String... arguments)
            throws IOException {
        return start(log, Map.of(), dataDir, arguments);
    }

    private static ServerProcess start(ProcessBuilder.Redirect log, Map<String, String> environment, Path dataDir,
            String... arguments) throws IOException {
        var builder = new ProcessBuilder(serve(dataDir, arguments)).redirectError(log);
        builder.environment().putAll(environment);
        return ready(builder);
    }

    /** Starts {@code gpucomm demo}, where these variables are set besides those of this process. */
    public static ServerProcess demo(Map<String, String> environment) throws IOException {
        var builder = new ProcessBuilder(command("demo")).redirectError(LOG);
        builder.environment().putAll(environment);
        return ready(builder);
    }

    private static List<String> serve(Path dataDir, String... arguments) {
        var command = command("serve", "--data-dir", dataDir.toString());
        command.addAll(List.of(arguments));
        if (!command.contains("--port")) {
            command.addAll(List.of("--port", "0"));
        }
        return command;
    }

    private static ServerProcess ready(ProcessBuilder builder) throws IOException {
        var process = builder.start();
        var limit = CompletableFuture.runAsync(process::destroyForcibly,
                CompletableFuture.delayedExecutor(3, TimeUnit.MINUTES));
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                limit.cancel(false);
                var address = line.substring(READY.length()).split(" ")[0];
                return new ServerProcess(process, URI.create(address),
                        builder.command().contains("--no-bundled") ? 0 : BundledFile.all().size());
            }
        }
        throw new IOException("the server ended before it was ready");
    }

    /** What {@code gpucomm} with these arguments prints and how it ends. */
    public static Ended run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    /** The same where these variables are set besides those of this process. */
    public static Ended run(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new IOException("still running: " + String.join(" ", arguments));
            }
            return new Ended(process.exitValue(),
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    /** @param output standard output and standard error */
    public record Ended(int code, String output) {}

    private static List<String> command(String... arguments) {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var jar = System.getProperty("gpucomm.jar");
        if (jar != null) {
            return asInstalled(java, Path.of(jar), arguments);
        }
        // A short life is quicker without the second compiler; benchmarks set this to 4.
        var level = "-XX:TieredStopAtLevel=" + System.getProperty("gpucomm.tier", "1");
        var command = new ArrayList<>(List.of(java, level, "-Xmx512m",
                "-Dspring.aot.enabled=true", "-cp", classPath(), "org.gpucomm.server.Main"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** As {@code ./gpucomm serve} starts the jar that was built, with the AOT cache beside it: benchmarks ask for that. */
    private static List<String> asInstalled(String java, Path jar, String... arguments) {
        var command = new ArrayList<>(List.of(java, "@" + jar.resolveSibling("classes/java.options"),
                "@" + jar.resolveSibling("classes/serve.options"), "-XX:AOTCache=" + jar.resolveSibling("gpucomm.aot"),
                "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Without what a server would answer otherwise with: another server's XML is none of its formats. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("jackson-dataformat-xml"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    public URI root() {
        return root;
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** @param path below {@code /api/v1/} @param json "" for no body */
    HttpResponse<String> send(String method, String path, String json) throws IOException, InterruptedException {
        var body = json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json);
        return http
                .send(HttpRequest.newBuilder(root.resolve("/api/v1/" + path)).header("Content-Type", "application/json")
                        .method(method, body).build(), BodyHandlers.ofString());
    }

    /** Ends it as a power cut does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Sends it a signal, such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        if (new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor() != 0) {
            throw new IOException("kill -" + name + " failed");
        }
    }

    @Override
    public void close() {
        http.close();
        process.destroy();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    /** JSON at a path below {@code /api/v1/}. */
    public JsonNode json(String path) throws IOException, InterruptedException {
        var response = get("/api/v1/" + path);
        if (response.statusCode() != 200) {
            throw new IOException(path + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** Posts the bytes as a raw body. */
    public HttpResponse<String> upload(String filename, String content, String... headers)
            throws IOException, InterruptedException {
        var name = URLEncoder.encode(filename, StandardCharsets.UTF_8);
        var request = request("/api/v1/uploads?wait=60&filename=" + name).POST(BodyPublishers.ofString(content));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** Posts the contents as parts named file, in one form. */
    public HttpResponse<String> uploadParts(List<String> filenames, String content)
            throws IOException, InterruptedException {
        var boundary = "gpucomm-test-boundary";
        var body = filenames.stream()
                .map(name -> "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                        + "\"\r\nContent-Type: text/plain\r\n\r\n" + content + name + "\r\n")
                .collect(Collectors.joining()) + "--" + boundary + "--\r\n";
        return send(
                request("/api/v1/uploads?wait=60").header("Content-Type", "multipart/form-data; boundary=" + boundary)
                        .POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(root.resolve(path)).timeout(Duration.ofSeconds(90));
    }

    /** Waits until the bundled results are there, unless it was started without, and nothing is being imported. */
    public void awaitImports() throws IOException, InterruptedException {
        var overview = json("overview");
        while (overview.path("importing").asInt() > 0 || overview.path("uploads").asInt() < bundled) {
            Thread.sleep(100);
            overview = json("overview");
        }
    }
}
