package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody may send who means no good, or knows no better. */
class HostileTest {

    private static final String TOKEN = "hf_abcdefghijklmnopqrstu";
    private static final String KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aSecretIsNowhereToBeSeen() throws Exception {
        var csv = String.join(",", Column.headers()) + "\n" + row("nccl-tests", "HF_TOKEN=" + TOKEN
                + ";AWS_SECRET_ACCESS_KEY=" + KEY + ";channels=8") + "export HF_TOKEN=" + TOKEN + "\n";
        var upload = ServerProcess.json(server.upload("settings.csv", csv));
        var id = upload.path("id").asString();
        assertThat(upload.path("rows").asInt()).isEqualTo(1);
        var log = "+ export HF_TOKEN=" + TOKEN + "\n+ env AWS_SECRET_ACCESS_KEY=" + KEY
                + " FI_PROVIDER=" + TOKEN + " ./all_reduce_perf -b 8\n# nothing else\n";
        var other = ServerProcess.json(server.upload("all_reduce.log", log)).path("id").asString();
        for (var path : List.of("uploads/" + id, "uploads/" + id + "/raw", "uploads/" + id + "/lines",
                "uploads/" + id + "/problems", "runs/" + id + "-1", "runs/" + id + "-1.csv", "runs/" + id + "-1/points",
                "series?x=size&metric=time&run=" + id + "-1", "series.csv?x=size&metric=time&run=" + id + "-1",
                "findings?run=" + id + "-1", "facets?run=" + id + "-1", "runs?upload=" + id, "uploads/" + other,
                "uploads/" + other + "/raw", "uploads/" + other + "/lines", "uploads/" + other + "/problems")) {
            var answer = server.get("/api/v1/" + path);
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
            assertThat(answer.body()).as(path).doesNotContain(TOKEN).doesNotContain(KEY);
        }
        assertThat(server.get("/api/v1/runs/" + id + "-1.csv").body()).contains("HF_TOKEN=[hidden]", "channels=8");
        assertThat(server.get("/api/v1/uploads/" + id + "/raw").body()).hasSameSizeAs(csv).contains("nccl-tests");
    }

    @Test
    void aFormulaIsNoneInAnyCsvAndItsRunIsReadBackAsItWas() throws Exception {
        var csv = String.join(",", Column.headers()) + "\n" + row("=cmd|'/C calc'!A0", "@a=1");
        var upload = ServerProcess.json(server.upload("formula.csv", csv));
        var run = upload.path("id").asString() + "-1";
        var given = server.get("/api/v1/runs/" + run + ".csv").body();
        assertThat(given).contains(",'=cmd|'/C calc'!A0,", ",'@a=1").doesNotContain(",=cmd");
        var points = server.get("/api/v1/series.csv?x=size&metric=time&run=" + run).body();
        assertThat(points).contains("'=cmd").doesNotContain(",=cmd").doesNotContain("\n=cmd");
        var again = ServerProcess.json(server.upload("again.csv", given));
        var same = server.json("runs/" + again.path("id").asString() + "-1");
        assertThat(same.path("tool").asString()).isEqualTo("=cmd|'/C calc'!A0");
    }

    @Test
    void parametersThatNoTextCanHaveAreRefused() throws Exception {
        for (var path : List.of("runs?q=%00", "uploads?q=a%00b", "findings?run=%00", "history?tool=%00",
                "runs?" + "tool=x&".repeat(1001))) {
            var answer = server.get("/api/v1/" + path);
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(ServerProcess.json(answer).path("detail").asString()).isNotBlank();
        }
        assertThat(server.get("/api/v1/runs?" + "tool=x&".repeat(900)).statusCode()).isEqualTo(200);
    }

    /** Each has sent the head of a request and a little of its body, and sends no more. */
    @Test
    void twoHundredSlowUploadsDoNotStopReaders() throws Exception {
        var sockets = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 200; i++) {
                var socket = new Socket("127.0.0.1", server.root().getPort());
                sockets.add(socket);
                socket.getOutputStream().write(("POST /api/v1/uploads?filename=slow.log HTTP/1.1\r\nHost: 127.0.0.1:"
                        + server.root().getPort() + "\r\nContent-Length: 1000000\r\n\r\nslow")
                        .getBytes(StandardCharsets.US_ASCII));
            }
            IntStream.range(0, 20).forEach(i -> {
                try {
                    assertThat(server.get("/api/v1/runs?size=1").statusCode()).isEqualTo(200);
                    assertThat(server.upload("quick" + i + ".log", "quick " + i).statusCode()).isEqualTo(201);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    private static String row(String tool, String settings) {
        return "a.log,1," + tool
                + ",,nccl,,all_reduce,,,,1,8,,1024,float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,"
                + settings + ",\n";
    }

    @Test
    void whatAClientLeavesHalfSentIsNotKept() throws Exception {
        try (var socket = new Socket("127.0.0.1", server.root().getPort())) {
            socket.getOutputStream().write(("POST /api/v1/uploads?filename=cut.log HTTP/1.1\r\nHost: 127.0.0.1:"
                    + server.root().getPort() + "\r\nContent-Length: 1000000\r\n\r\nhalf")
                    .getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(server.send(server.request("/api/v1/uploads?wait=60&filename=whole.log")
                .POST(BodyPublishers.ofString("whole"))).statusCode()).isEqualTo(201);
        assertThat(server.json("uploads?q=cut.log").path("total").asInt()).isZero();
    }
}
