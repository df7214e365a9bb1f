package org.gpucomm.server.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import org.gpucomm.analysis.hardware.ProfileText;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hardware that a server's users describe, on a server that takes writes with a token only. */
@Tag("nightly")
class HardwareProfilesTest {

    private static final String OPERATOR = "the-operators-own";
    private static final String UNKNOWN = "no hardware profile has";
    /** Limits and a value of nodes that the log below was made on. */
    private static final String PROFILE = """
            - id: nvidia-odd-9000
              title: "NVIDIA Odd 9000"
              instances: []
              gpus: ["NVIDIA Odd 9000"]
              node_gpus: 2
              nvlink: 50
              nic: none
              pcie: 100
              hbm: 100
              source: ours
              values: [{operation: all_reduce, nodes: 1, bytes: 33554432, busbw: 48, source: "acceptance: May"}]
            """;

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        var token = Files.writeString(folder.resolve("token"), OPERATOR + "\n");
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--token-file", token.toString());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whatIsAddedIsJudgedByAtOnceAndWhatIsRemovedNoMore() throws Exception {
        var upload = ServerProcess
                .json(server.upload("odd.log", log("Odd 9000"), "Authorization", "Bearer " + OPERATOR))
                .path("id").asString();
        assertThat(said(upload)).contains(UNKNOWN);
        var form = server.json("hardware/form?upload=" + upload);
        assertThat(form.path("items").path(0).path("name").asString()).isEqualTo("NVIDIA Odd 9000");
        assertThat(form.path("items").path(0).path("nodeGpus").asInt()).isEqualTo(2);
        assertThat(form.path("yaml").asString()).contains("gpus: [\"NVIDIA Odd 9000\"]", "nvlink: FILL");

        var unfilled = add(form.path("yaml").asString(), OPERATOR);
        assertThat(unfilled.statusCode()).isEqualTo(400);
        assertThat(detail(unfilled)).contains("profile:6", "nvlink", "'FILL'");

        var added = add(PROFILE, OPERATOR);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        assertThat(said(upload)).doesNotContain(UNKNOWN).contains("86 % of the 50 GB/s that NVLink",
                "90 % of the one published run");
        assertThat(server.json("findings?upload=" + upload).path("headline").path("sentence").asString())
                .contains("90 % of the one published run");
        assertThat(server.json("hardware/form?upload=" + upload).path("items").isEmpty()).isTrue();
        assertThat(agentReads(log("Odd 9000"))).contains("86 % of the 50 GB/s that NVLink");
        var listed = server.json("hardware").path("items").path(0);
        assertThat(listed.path("keptBy").asString() + " " + listed.path("by").asString() + " "
                + listed.path("values").asInt()).isEqualTo("users operator 1");

        // The same id takes its place: nodes that reach 43 GB/s themselves are no worse than their peers.
        assertThat(add(PROFILE.replace("busbw: 48", "busbw: 43.5"), OPERATOR).statusCode()).isEqualTo(200);
        assertThat(server.json("hardware").path("items").path(1).path("keptBy").asString()).isEqualTo("bundled");
        assertThat(said(upload)).contains("99 % of the one published run");

        assertThat(remove("nvidia-odd-9000", OPERATOR).statusCode()).isEqualTo(204);
        assertThat(said(upload)).contains(UNKNOWN);
        assertThat(remove("nvidia-odd-9000", OPERATOR).statusCode()).isEqualTo(404);
        assertThat(auditLog()).contains("POST hardware profile nvidia-odd-9000 operator",
                "DELETE hardware profile nvidia-odd-9000 operator");
    }

    @Test
    void theFileThatIsGivenOutIsTheOneThatTheCommandLineTakes() throws Exception {
        assertThat(add(PROFILE.replace("odd-9000", "file-1").replace("Odd 9000", "File 1"), OPERATOR).statusCode())
                .isEqualTo(200);
        var file = Files.writeString(folder.resolve("hardware.yaml"), server.get("/api/v1/hardware.yaml").body());
        var log = Files.writeString(folder.resolve("file.log"), log("File 1"));
        assertThat(ServerProcess.run("explain", "--hardware", file.toString(), log.toString()).output()
                .replaceAll("\\s+", " ")).contains("86 % of the 50 GB/s that NVLink");
        var accepted = ServerProcess.run("accept", "--against", "peers", "--share", "85", "--hardware",
                file.toString(), log.toString());
        assertThat(accepted.output()).contains("pass", "40.8 GB/s (85 % of 48.0) asked");
        assertThat(add(Files.readString(file), OPERATOR).statusCode()).as("and takes again").isEqualTo(200);
        assertThat(remove("nvidia-file-1", OPERATOR).statusCode()).isEqualTo(204);
    }

    @Test
    void whoMayNotWriteAddsNothing() throws Exception {
        assertThat(add(PROFILE, "").statusCode()).isEqualTo(401);
        var sender = ServerProcess.json(server.send(server.request("/api/v1/tokens")
                .header("Authorization", "Bearer " + OPERATOR).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"sender\",\"scopes\":[\"upload\"]}")))).path("token")
                .asString();
        var theirs = PROFILE.replace("odd-9000", "theirs").replace("Odd 9000", "Theirs");
        assertThat(add(theirs, sender).statusCode()).isEqualTo(200);
        assertThat(remove("nvidia-theirs", sender).statusCode()).isEqualTo(403);
        assertThat(remove("nvidia-theirs", OPERATOR).statusCode()).isEqualTo(204);
        assertThat(auditLog()).contains("POST hardware profile nvidia-theirs sender");
    }

    @Test
    void whatIsNoProfileIsRefusedWithThePlace() throws Exception {
        for (var wrong : List.of(
                new Wrong("", "the file is empty"), new Wrong("[]", "there is no profile in this"),
                new Wrong("- id: !!int 5", "the tag tag:yaml.org,2002:int is not read"),
                new Wrong("- &a [*a]", "contains itself"), new Wrong("hello", "must be a list"),
                new Wrong("- id: [", "no valid YAML"),
                new Wrong(PROFILE.replace("nvidia-odd-9000", "Odd 9000"), "'Odd 9000'"),
                new Wrong(PROFILE + PROFILE, "that of an earlier profile"),
                new Wrong(PROFILE.replace("gpus: [\"NVIDIA Odd 9000\"]", "gpus: []"), "no result has this profile"),
                new Wrong(PROFILE.replace("nvlink: 50", "nvlink: -50"), "must be a number above 0, was '-50'"),
                new Wrong(PROFILE.replace("nvlink: 50", "nvlinks: 50"), "nvlinks"),
                new Wrong(PROFILE.replace("source: ours", "source: FILL"), "still to be filled in"),
                new Wrong(PROFILE.replace("nic: none", "nic: none\n  fabric: ether"), "was 'ether'"),
                new Wrong(PROFILE.replace("nodes: 1", "nodes: 2"), "needs the profile's fabric"),
                new Wrong(PROFILE.replace("busbw: 48", "busbw: 0"), "busbw"))) {
            var answer = add(wrong.yaml(), OPERATOR);
            assertThat(answer.statusCode()).as(wrong.yaml()).isEqualTo(400);
            assertThat(detail(answer)).contains(wrong.said());
        }
        assertThat(add("#".repeat(70_000) + "\n" + PROFILE, OPERATOR).statusCode()).isEqualTo(400);
        assertThat(server.get("/api/v1/hardware/form").statusCode()).as("of what?").isEqualTo(400);
    }

    private record Wrong(String yaml, String said) {}

    @Test
    void everyBundledProfileIsWrittenAsItIsRead() {
        var all = Profiles.bundled().all();
        assertThat(all).hasSizeGreaterThan(15).allSatisfy(
                profile -> assertThat(Profiles.in(ProfileText.of(profile), "again")).containsExactly(profile));
        var odd = Profiles.in(PROFILE.replace("NVIDIA Odd", "a \\\"b\\\\ #: Odd"), "odd");
        assertThat(Profiles.in(ProfileText.of(odd.getFirst()), "again")).isEqualTo(odd);
    }

    private static String said(String upload) throws Exception {
        var findings = server.json("findings?upload=" + upload);
        return StreamSupport.stream(findings.path("items").spliterator(), false)
                .map(item -> item.path("sentence").asString()).toList() + findings.path("headline").toString();
    }

    private static HttpResponse<String> add(String yaml, String token) throws Exception {
        var request = server.request("/api/v1/hardware").header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(yaml));
        return server.send(token.isEmpty() ? request : request.header("Authorization", "Bearer " + token));
    }

    private static HttpResponse<String> remove(String id, String token) throws Exception {
        return server
                .send(server.request("/api/v1/hardware/" + id).header("Authorization", "Bearer " + token).DELETE());
    }

    private static String detail(HttpResponse<String> answer) {
        return ServerProcess.json(answer).path("detail").asString();
    }

    private static List<String> auditLog() throws Exception {
        var log = ServerProcess.json(server
                .send(server.request("/api/v1/audit-log?q=hardware").header("Authorization", "Bearer " + OPERATOR)
                        .GET()));
        return StreamSupport.stream(log.path("items").spliterator(), false).filter(entry -> isDone(entry))
                .map(entry -> entry.path("method").asString() + " " + entry.path("subject").asString() + " "
                        + entry.path("who").asString())
                .toList();
    }

    private static boolean isDone(JsonNode entry) {
        return entry.path("status").asInt() < 300;
    }

    private static String agentReads(String log) throws Exception {
        var call = JsonMapper.shared().writeValueAsString(Map.of("jsonrpc", "2.0", "id", 1, "method",
                "tools/call", "params", Map.of("name", "read_log", "arguments",
                        Map.of("text", log, "filename", "odd.log"))));
        return server.send(server.request("/mcp").header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream").POST(BodyPublishers.ofString(call))).body();
    }

    private static String log(String gpu) {
        return """
                # nThread 1 nGpus 1 minBytes 16777216 maxBytes 33554432 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
                #
                # Using devices
                #  Rank  0 Group  0 Pid   1000 on nid0010 device  0 [0000:19:00] NVIDIA GPU
                #  Rank  1 Group  0 Pid   1001 on nid0010 device  1 [0000:20:00] NVIDIA GPU
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                    16777216       4194304     float     sum      -1    400.0   41.94   41.94      0    400.0   41.94   41.94      0
                    33554432       8388608     float     sum      -1    780.0   43.02   43.02      0    780.0   43.02   43.02      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 42.48
                """
                .replace("NVIDIA GPU", "NVIDIA " + gpu);
    }
}
