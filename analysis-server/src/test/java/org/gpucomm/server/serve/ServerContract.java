package org.gpucomm.server.serve;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a server does, on whichever database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

    private static final String LOG = """
            # nccl-tests version 2.18.3 nccl-headers=22907 nccl-library=22907
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 1 minBytes 1024 maxBytes 2048 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1
            #  Rank  0 Group  0 Pid   4000 on     node-0 device  0 [0000:1b:00] NVIDIA H100
            #  Rank  1 Group  0 Pid   4001 on     node-1 device  0 [0000:1b:00] NVIDIA H100
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                    1024           256     float     sum      -1    12.15    0.08    0.08       0    12.05    0.08    0.08       0
                    2048           512     float     sum      -1    12.25    0.17    0.17       0    12.15    0.17    0.17       3
                    4096          1024     float
            # Out of bounds values : 1 FAILED
            # Avg bus bandwidth    : 0.125
            """;

    @TempDir
    static Path dataDir;

    private ServerProcess server;

    void start(String... arguments) throws IOException, InterruptedException {
        server = ServerProcess.start(dataDir, arguments);
        server.awaitImports();
    }

    @AfterAll
    void stop() throws IOException {
        server.close();
    }

    @Test
    void theBundledResultsAreThereAfterTheFirstStart() throws Exception {
        var runs = server.json("runs?size=1000");
        assertThat(rows(runs)).filteredOn(run -> run.path("bundled").asBoolean()).hasSize(14 + 13 * 6 + 65);
        assertThat(server.json("uploads?size=1000").path("items")).filteredOn(u -> u.path("bundled").asBoolean())
                .allSatisfy(upload -> {
                    assertThat(upload.path("state").asString()).isEqualTo("ready");
                    assertThat(upload.path("problems").asInt()).isZero();
                });
    }

    @Test
    void aBundledRunOfOurOwnHasTheFingerprintOfItsHost() throws Exception {
        var run = rows(server.json("runs?q=h200_alltoallv")).stream()
                .filter(each -> each.path("section").asInt() == 4).findFirst().orElseThrow();
        assertThat(run.path("source").isNull()).as("the CSV is the upload itself").isTrue();
        var facts = rowsOf(server.json("runs/" + run.path("id").asString()).path("fingerprint"));
        assertThat(facts).extracting(fact -> fact.path("name").asString() + " " + fact.path("value").asString())
                .contains("nccl_version 2.28.3", "driver_version 580.159.04", "nvlinks_per_gpu 18",
                        "NCCL_NVLS_ENABLE 0");
    }

    @Test
    void aSearchFindsWhatTheTableAndTheFingerprintOfARunShow() throws Exception {
        var id = ServerProcess.json(server.upload("searched.log", LOG.replace("node-1", "searched-host-7")
                .replace("# nccl-tests version 2.18.3", "NCCL_ALGO=Searched\n# nccl-tests version 2.18.3"))).path("id")
                .asString();
        for (var words : List.of("searched", "searched-host-7", "SEARCHED-HOST", "searched All-Reduce",
                "searched allreduce",
                "searched all_reduce", "searched nvidia h100", "searched 2 GPUs", "2 ranks searched", "searched 2.18.3",
                "searched.log nccl")) {
            assertThat(rows(server.json("runs?q=" + encoded(words)))).as(words)
                    .extracting(run -> run.path("upload").asString()).contains(id);
        }
        for (var words : List.of("searched 4 GPUs", "searched all-gather", "searched-host-8", "searched 2.18.4")) {
            assertThat(rows(server.json("runs?q=" + encoded(words)))).as(words).isEmpty();
        }
        assertThat(server.get("/api/v1/runs?q=" + encoded("a b c d e f g h i")).statusCode()).isEqualTo(400);
    }

    @Test
    void uploadsAreListedWithoutThoseThatCameWithGpucomm() throws Exception {
        var id = ServerProcess.json(server.upload("own.log", LOG + "\n# own")).path("id").asString();
        var own = rows(server.json("uploads?bundled=false&size=1000"));
        assertThat(own).extracting(upload -> upload.path("id").asString()).contains(id);
        assertThat(own).noneMatch(upload -> upload.path("bundled").asBoolean());
        assertThat(rows(server.json("uploads?bundled=true&size=1000"))).hasSizeGreaterThan(13)
                .allMatch(upload -> upload.path("bundled").asBoolean());
    }

    @Test
    void whatIsHiddenIsInNoViewUntilItIsShownAgain() throws Exception {
        var id = ServerProcess.json(server.upload("hidden.log", LOG + "\n# hidden")).path("id").asString();
        var before = counts();
        assertThat(server.send("PATCH", "uploads/" + id, "{\"hidden\": true}").statusCode()).isEqualTo(200);
        assertThat(counts()).as("a run of four rows less").isEqualTo(
                List.of(before.get(0) - 1, before.get(1) - 1, before.get(2) - 4, before.get(3) - 4));
        assertThat(rows(server.json("uploads?q=hidden.log"))).isEmpty();
        assertThat(rows(server.json("runs?upload=" + id))).isEmpty();
        assertThat(server.get("/api/v1/runs/" + id + "-1").statusCode()).isEqualTo(404);
        assertThat(rows(server.json("uploads?hidden=true"))).extracting(upload -> upload.path("id").asString())
                .contains(id);
        assertThat(server.json("uploads/" + id).path("hidden").asBoolean()).isTrue();

        var shown = ServerProcess.json(server.send("PATCH", "uploads/" + id, "{\"hidden\": false}"));
        assertThat(shown.path("hidden").asBoolean()).isFalse();
        assertThat(counts()).isEqualTo(before);
        assertThat(server.get("/api/v1/runs/" + id + "-1").statusCode()).isEqualTo(200);
    }

    @Test
    void anUploadIsCalledWhatPeopleCallIt() throws Exception {
        var id = ServerProcess.json(server.upload("slurm-4711.out", LOG + "\n# called")).path("id").asString();
        var title = "p5, before the driver";
        var called = ServerProcess.json(server.send("PATCH", "uploads/" + id, "{\"title\": \"  " + title + "\"}"));
        assertThat(called.path("title").asString()).isEqualTo(title);
        assertThat(called.path("filename").asString()).isEqualTo("slurm-4711.out");
        assertThat(rows(server.json("uploads?q=" + encoded("before the driver")))).singleElement()
                .satisfies(upload -> assertThat(upload.path("id").asString()).isEqualTo(id));
        assertThat(rows(server.json("runs?q=" + encoded("driver p5")))).singleElement()
                .satisfies(run -> assertThat(run.path("title").asString()).isEqualTo(title));
        assertThat(server.json("compare?a=" + id + "&b=" + id).path("a").path("title").asString()).contains(title);
        assertThat(ServerProcess.json(server.send("PATCH", "uploads/" + id, "{\"title\": \"\"}")).path("title")
                .isNull()).isTrue();
        assertProblem(server.send("PATCH", "uploads/" + id, "{\"title\": \"" + "x".repeat(256) + "\"}"), 400,
                "255 characters");
        assertProblem(server.send("PATCH", "uploads/0000000000000000", "{\"hidden\": true}"), 404, "no upload");
    }

    @Test
    void whatIsDeletedCanBePutBackAndIsErasedAtOnceOnlyWhereThatIsAsked() throws Exception {
        var text = LOG + "\n# deleted";
        var upload = ServerProcess.json(server.upload("deleted.log", text));
        var id = upload.path("id").asString();
        var file = stored(upload.path("sha256").asString());
        var before = counts();

        var deleted = ServerProcess.json(server.send("DELETE", "uploads/" + id, ""));
        assertThat(java.time.Instant.parse(deleted.path("eraseAt").asString()))
                .isAfter(java.time.Instant.now().plusSeconds(80_000));
        assertThat(server.json("runs?upload=" + id).path("total").asInt()).isZero();
        assertThat(file).exists();
        server.send("PATCH", "uploads/" + id, "{\"hidden\": false}");
        assertThat(counts()).isEqualTo(before);
        assertThat(server.json("uploads/" + id).path("eraseAt").isNull()).isTrue();

        server.send("DELETE", "uploads/" + id, "");
        assertThat(server.upload("deleted.log", text).statusCode()).as("the same bytes are found").isEqualTo(200);
        assertThat(counts()).as("and are shown again").isEqualTo(before);

        assertThat(server.send("DELETE", "uploads/" + id + "?now=true", "").statusCode()).isEqualTo(204);
        assertThat(server.get("/api/v1/uploads/" + id).statusCode()).isEqualTo(404);
        assertThat(file).doesNotExist();
        assertThat(counts().getFirst()).isEqualTo(before.getFirst() - 1);
        assertThat(server.upload("deleted.log", text).statusCode()).as("it is new again").isEqualTo(201);
        assertThat(counts()).isEqualTo(before);

        var bundled = rows(server.json("uploads?bundled=true")).getFirst().path("id").asString();
        assertProblem(server.send("DELETE", "uploads/" + bundled, ""), 409, "--no-bundled");
    }

    @Test
    void aRunKeepsItsTagsAndItsNoteAndIsFoundByThem() throws Exception {
        var id = ServerProcess.json(server.upload("tagged.log", LOG + "\n# tagged")).path("id").asString() + "-1";
        var said = ServerProcess.json(server.send("PUT", "runs/" + id + "/marks",
                "{\"tags\": [\"Golden\", \" before  EFA 2.27 \", \"golden\"], \"note\": \"cable 7 was swapped\"}"));
        assertThat(texts(said.path("tags"))).containsExactly("before efa 2.27", "golden");
        assertThat(said.path("note").path("by").asString()).isEqualTo("anyone");
        server.send("PUT", "runs/" + id + "/marks", "{\"tags\": [\"golden\"]}");
        var run = server.json("runs/" + id);
        assertThat(texts(run.path("tags"))).containsExactly("golden");
        assertThat(run.path("note").path("text").asString()).as("not sent, so as it was")
                .isEqualTo("cable 7 was swapped");
        for (var search : List.of("q=tagged+golden", "q=tagged+swapped", "tag=golden&q=tagged",
                "tag=Golden&q=tagged")) {
            assertThat(rows(server.json("runs?" + search))).as(search).singleElement()
                    .satisfies(found -> assertThat(found.path("id").asString()).isEqualTo(id));
        }
        assertThat(server.json("tags").toString()).contains("golden");
        assertProblem(server.send("PUT", "runs/" + id + "/marks", "{\"tags\": [\"a,b\"]}"), 400, "no comma");
        assertProblem(server.send("PUT", "runs/0000000000000000-1/marks", "{\"note\": \"x\"}"), 404, "no run");
    }

    @Test
    void aBaselineIsNamedWhereverRunsAre() throws Exception {
        var slower = LOG.replace("12.05", "15.05").replace("12.15", "15.15").replace("12.25", "15.25");
        var golden = ServerProcess.json(server.upload("golden.log", LOG + "\n# golden")).path("id").asString();
        var today = ServerProcess.json(server.upload("today.log", slower + "\n# today")).path("id").asString();
        assertProblem(server.send("PUT", "baselines/GoldenP5", "{\"runs\": [\"" + golden + "-1\"]}"), 400, "golden-p5");
        var made = ServerProcess.json(
                server.send("PUT", "baselines/golden-p5", "{\"runs\": [\"" + golden + "-1\"]}"));
        assertThat(texts(made.path("runs"))).containsExactly(golden + "-1");
        assertThat(texts(server.json("runs/" + golden + "-1").path("baselines"))).containsExactly("golden-p5");

        var named = server.json("compare?a=baseline:golden-p5&b=" + today);
        var spelled = server.json("compare?a=" + golden + "-1&b=" + today);
        assertThat(named.path("places")).isEqualTo(spelled.path("places")).isNotEmpty();
        assertThat(named.path("headline").asString()).contains("baseline golden-p5");
        assertThat(server.get("/api/v1/baselines/golden-p5.csv").body())
                .isEqualTo(server.get("/api/v1/runs/" + golden + "-1.csv").body());

        var file = Files.writeString(dataDir.resolve("today.log"), slower);
        var compared = ServerProcess.run("compare", "baseline:golden-p5", file.toString(), "--server",
                server.root().toString());
        assertThat(compared.output()).contains("today.log").contains("golden-p5");
        assertThat(compared.code()).isZero();
        var accepted = ServerProcess.run("accept", file.toString(), "--against", "baseline:golden-p5", "--server",
                server.root().toString());
        assertThat(accepted.output()).as("its sizes are below 1 MiB").contains("no results of 1 MiB and more");
        assertThat(ServerProcess.run("compare", "baseline:nobody", file.toString(), "--server",
                server.root().toString()).output()).contains("has no baseline:nobody");

        server.send("PATCH", "uploads/" + golden, "{\"hidden\": true}");
        assertProblem(server.get("/api/v1/compare?a=baseline:golden-p5&b=" + today), 404, "with runs that are shown");
        server.send("PATCH", "uploads/" + golden, "{\"hidden\": false}");
        assertThat(server.send("DELETE", "baselines/golden-p5", "").statusCode()).isEqualTo(204);
        assertThat(server.json("baselines").path("items").toString()).doesNotContain("golden-p5");
    }

    private static List<String> texts(JsonNode array) {
        return rowsOf(array).stream().map(JsonNode::asString).toList();
    }

    /** Uploads, runs and measurements, and how many of these the choice of filters counts. */
    private List<Integer> counts() throws IOException, InterruptedException {
        var overview = server.json("overview");
        return List.of(overview.path("uploads").asInt(), overview.path("runs").asInt(), overview.path("points").asInt(),
                rowsOf(server.json("facets").path("tool")).stream().mapToInt(each -> each.path("count").asInt()).sum());
    }

    private static Path stored(String sha256) {
        return dataDir.resolve("uploads").resolve(sha256.substring(0, 2)).resolve(sha256 + ".gz");
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void aHardwareProfileIsKeptUntilItIsRemoved() throws Exception {
        var profile = """
                - {id: kept, title: Kept, instances: [kept.large], gpus: [], node_gpus: 8, nvlink: 1, nic: 2, pcie: 3, hbm: 4,
                   source: "a book: the first"}
                """;
        for (var times : List.of("first", "second")) {
            assertThat(server.send("POST", "hardware", profile.replace("first", times)).statusCode()).isEqualTo(200);
            assertThat(rows(server.json("hardware"))).filteredOn(each -> each.path("keptBy").asString().equals("users"))
                    .extracting(each -> each.path("id").asString() + " " + each.path("source").asString())
                    .containsExactly("kept a book: the " + times);
        }
        assertThat(server.send("DELETE", "hardware/kept", "").statusCode()).isEqualTo(204);
        assertThat(server.get("/api/v1/hardware.yaml").body()).contains("Nobody has added");
    }

    @Test
    void anUploadAnswersWithWhatItHolds() throws Exception {
        var answer = server.upload("nccl-all-reduce.log", LOG + "\n# first");
        assertThat(answer.statusCode()).isEqualTo(201);
        var upload = ServerProcess.json(answer);
        assertThat(upload.path("state").asString()).isEqualTo("ready");
        assertThat(upload.path("format").asString()).isEqualTo("nccl-tests");
        assertThat(upload.path("rows").asInt()).isEqualTo(4);
        assertThat(upload.path("problems").asInt()).isEqualTo(1);
        assertThat(upload.path("lines").asInt()).isEqualTo(
                upload.path("rowLines").asInt() + upload.path("notes").asInt() + upload.path("problems").asInt());
        assertThat(upload.path("summary").asString()).contains("All-Reduce");
        assertThat(upload.path("url").asString()).endsWith("/uploads/" + upload.path("id").asString());
        var problems = server.json("uploads/" + upload.path("id").asString() + "/problems");
        assertThat(rows(problems)).singleElement()
                .satisfies(problem -> assertThat(problem.path("line").asInt()).isEqualTo(10));
    }

    /** Also where the program ended before its first row: that is a flagged run, which is found by its host. */
    @Test
    void aFailedRunSaysSoInTheWordsOfItsLog() throws Exception {
        var head = LOG.lines().limit(6).collect(joining("\n")) + "\n";
        var said = "node-7: Test NCCL failure common.cu:1203 'unhandled system error / Connection refused'";
        for (var log : List.of(LOG, head)) {
            var upload = ServerProcess.json(server.upload("failed_all_reduce.log",
                    log.replace("# Avg bus bandwidth", "# x") + said
                            + "\n .. node-7 pid 12: Test failure common.cu:512\n"));
            assertThat(upload.path("failures")).singleElement().satisfies(
                    failure -> assertThat(failure.asString()).startsWith("Run 1 failed: line ").contains(said,
                            "the last line before it"));
            assertThat(upload.path("problems").asInt()).isEqualTo(log.equals(head) ? 0 : 1);
            var run = server.json("runs?upload=" + upload.path("id").asString()).path("items").get(0);
            assertThat(run.path("flags").findValuesAsString("id")).contains("aborted");
            assertThat(upload.path("findings").path("headline").asString()).startsWith("Failed: unhandled system");
        }
    }

    /** A job that hung leaves a header, and no run that could be listed with its flags. */
    @Test
    void anUploadWithoutAResultSaysWhy() throws Exception {
        var head = LOG.lines().limit(6).collect(joining("\n")) + "\n";
        var hung = ServerProcess.json(server.upload("hung_all_reduce.log", head));
        assertThat(hung.path("runs").asInt()).isZero();
        assertThat(hung.path("failures")).singleElement().satisfies(failure -> assertThat(failure.asString())
                .isEqualTo("Run 1 has no result: the table has no footer"));

        var removed = ServerProcess.json(server.upload("placeholder_all_reduce.log",
                LOG.replaceAll("\\d+\\.\\d\\d ", "XXX.XX ").replaceAll("(bandwidth +: ).*", "$1XXX.XX")));
        assertThat(removed.path("runs").asInt()).isZero();
        assertThat(removed.path("failures")).singleElement().satisfies(failure -> assertThat(failure.asString())
                .isEqualTo("Run 1 has no result: the footer has XXX in place of the average"));
    }

    /** A log without its end has a note on the file as a whole, which is no line. */
    @Test
    void theLinesOfACutLogAddUpToo() throws Exception {
        var upload = ServerProcess
                .json(server.upload("cut_all_reduce.log", LOG.lines().limit(9).collect(joining("\n"))));
        assertThat(upload.path("lines").asInt()).isEqualTo(9);
        assertThat(upload.path("rowLines").asInt() + upload.path("notes").asInt() + upload.path("problems").asInt())
                .isEqualTo(9);
    }

    @Test
    void theLogIsShownLineByLineWithWhatBecameOfEach() throws Exception {
        var text = LOG + "<b>fourth</b>\u202e";
        var upload = ServerProcess.json(server.upload("lines_all_reduce.log", text));
        var id = upload.path("id").asString();
        var page = server.json("uploads/" + id + "/lines");
        assertThat(page.path("total").asInt()).isEqualTo(13).isEqualTo(upload.path("lines").asInt());
        var lines = rows(page);
        assertThat(lines).extracting(line -> line.path("text").asString())
                .containsExactlyElementsOf(text.lines().toList());
        assertThat(lines).extracting(line -> line.path("position").asInt())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 13).boxed().toList());
        for (var became : List.of("row", "note", "problem")) {
            assertThat(lines.stream().filter(line -> line.path("became").asString().equals(became)).count())
                    .as(became).isEqualTo(upload.path(became.equals("row") ? "rowLines" : became + "s").asLong());
        }
        assertThat(lines.get(7).path("run").asString()).isEqualTo(upload.path("runIds").get(0).asString());
        assertThat(lines.get(7).path("rows").asInt()).isEqualTo(2);
        assertThat(lines.get(9).path("reason").asString()).contains("columns");

        var problem = server.json("uploads/" + id + "/lines?only=problem");
        assertThat(problem.path("total").asInt()).isEqualTo(1);
        assertThat(problem.path("lines").asInt()).isEqualTo(13);
        assertThat(rows(problem)).extracting(line -> line.path("position").asInt()).containsExactly(10);
        assertThat(positions(server.json("uploads/" + id + "/lines?only=problem&after=9&size=1"))).containsExactly(10);
        assertThat(positions(server.json("uploads/" + id + "/lines?only=problem&after=10&size=1"))).isEmpty();
        assertThat(positions(server.json("uploads/" + id + "/lines?only=row&before=9&size=1"))).containsExactly(8);
        assertThat(positions(server.json("uploads/" + id + "/lines?only=row&before=8&size=1"))).isEmpty();
        assertProblem(server.get("/api/v1/uploads/" + id + "/lines?only=colour"), 400, "only must be");
        assertProblem(server.get("/api/v1/uploads/" + id + "/lines?from=0"), 400, "from must be at least 1");
    }

    /** Line i says so; the rows that are in the middle are of sizes that nobody else has. */
    @Test
    void aPageDeepInALongLogIsTheSameLinesAsTheLogHas() throws Exception {
        int filler = 30_000;
        var text = IntStream.rangeClosed(1, filler).mapToObj(i -> "line " + i + "\n").collect(joining())
                + LOG.replace("4096 ", "5096 ") + "# end\n";
        var upload = ServerProcess.json(server.upload("long_all_reduce.log", text));
        var id = upload.path("id").asString();
        int all = filler + 13;
        assertThat(upload.path("lines").asInt()).isEqualTo(all);
        assertThat(rows(server.json("uploads/" + id + "/lines?from=1&size=3")))
                .extracting(line -> line.path("text").asString()).containsExactly("line 1", "line 2", "line 3");
        assertThat(rows(server.json("uploads/" + id + "/lines?from=29999&size=3")))
                .extracting(line -> line.path("text").asString())
                .containsExactly("line 29999", "line 30000", LOG.lines().findFirst().orElseThrow());
        assertThat(positions(server.json("uploads/" + id + "/lines?only=problem"))).containsExactly(filler + 10);
        assertThat(positions(server.json("uploads/" + id + "/lines?only=row&after=10"))).containsExactly(filler + 8,
                filler + 9);
        assertThat(positions(server.json("uploads/" + id + "/lines?from=" + all + "&size=500"))).containsExactly(all);
        var found = server.json("uploads/" + id + "/lines/found?q=" + encoded("Line 2999"));
        assertThat(found.path("total").asInt()).isEqualTo(1 + 10);
        assertThat(found.path("positions")).extracting(JsonNode::asInt).startsWith(2999, 29990).endsWith(29999);
        assertThat(server.json("uploads/" + id + "/lines/found?q=l").path("total").asInt()).isGreaterThan(filler);
        assertThat(server.json("uploads/" + id + "/lines/found?q=l").path("positions")).hasSize(10_000);
        assertThat(server.json("uploads/" + id + "/lines/found?q=" + encoded("2999.")).path("total").asInt()).isZero();
        assertProblem(server.get("/api/v1/uploads/" + id + "/lines/found?q="), 400, "q must be what to look for");
        assertThat(positions(server.json("uploads/" + id + "/lines?from=" + (all + 1)))).isEmpty();
    }

    @Test
    void hostsAreReplacedBeforeAnythingIsStored() throws Exception {
        var log = LOG.replace("node-", "secretive-") + "# pseudonyms of secretive-1\n";
        var answer = server.send(server
                .request("/api/v1/uploads?wait=60&pseudonymise=hosts&filename=secretive-0_all_reduce.log")
                .POST(BodyPublishers.ofString(log)));
        var upload = ServerProcess.json(answer);
        assertThat(upload.path("filename").asString()).isEqualTo("host-1_all_reduce.log");
        var id = upload.path("id").asString();
        assertThat(server.get("/api/v1/uploads/" + id + "/raw").body()).doesNotContain("secretive")
                .contains("on     host-1 device", "# pseudonyms of host-2");
        var run = server.json("runs/" + upload.path("runIds").get(0).asString());
        assertThat(run.toString()).doesNotContain("secretive").contains("host-1", "host-2");
        assertThat(run.path("nodes").get(0).asInt()).isEqualTo(2);
        for (var file : LiveFiles.below(dataDir.resolve("uploads")).keySet()) {
            if (file.toString().endsWith(".gz")) {
                try (var bytes = new GZIPInputStream(Files.newInputStream(file))) {
                    assertThat(new String(bytes.readAllBytes(), StandardCharsets.UTF_8)).doesNotContain("secretive");
                }
            }
        }
        assertProblem(server.send(server.request("/api/v1/uploads?pseudonymise=users&filename=x")
                .POST(BodyPublishers.ofString("x"))), 400, "pseudonymise must be hosts");
    }

    /** What curl -F file=@LOG sends and shows. */
    @Test
    void withoutAskingToWaitTheAnswerHasTheSummaryAndThePermalink() throws Exception {
        var body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"plain_all_reduce.log\"\r\n\r\n"
                + LOG + "# plain curl\r\n--b--\r\n";
        var answer = server.send(server.request("/api/v1/uploads")
                .header("Content-Type", "multipart/form-data; boundary=b").POST(BodyPublishers.ofString(body)));
        var upload = ServerProcess.json(answer);
        assertThat(upload.path("summary").asString()).startsWith("4 measurements of All-Reduce");
        assertThat(upload.path("url").asString())
                .isEqualTo(server.root() + "uploads/" + upload.path("id").asString());
    }

    /** What the sender of cluster readiness reports does: it repeats what it got no answer to. */
    @Test
    void aReportIsDeliveredOnceUnderItsKey() throws Exception {
        var report = Files.readString(Path.of("../results/src/test/resources/samples/nvcre-json/webhook-failed.json"));
        var first = server.send(delivery("5f0c6a52/1", report));
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        var id = ServerProcess.json(first).path("id").asString();
        assertThat(ServerProcess.json(first).path("filename").asString()).isEqualTo("nvcre-5f0c6a52_1.json");
        assertThat(first.headers().firstValue("Location").orElseThrow()).isEqualTo(server.root() + "uploads/" + id);
        var again = server.send(delivery("5f0c6a52/1", report));
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(ServerProcess.json(again).path("id").asString()).isEqualTo(id);
        assertProblem(server.send(delivery("5f0c6a52/1", report + "\n")), 409, "under this Idempotency-Key");
        var read = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=60&filename=report.json")
                .POST(BodyPublishers.ofString(report))));
        assertThat(read.path("id").asString()).isEqualTo(id);
        assertThat(read.path("summary").asString()).startsWith("1 measurement of Reduce-Scatter from nvcre");
        assertProblem(server.send(server.request("/api/v1/uploads/nvcre").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(report))), 400, "Idempotency-Key");
        assertProblem(server.send(delivery("x", "hello")), 400, "no JSON object");
    }

    private HttpRequest.Builder delivery(String key, String report) {
        return server.request("/api/v1/uploads/nvcre").header("Content-Type", "application/json")
                .header("Idempotency-Key", key).POST(BodyPublishers.ofString(report));
    }

    @Test
    void linesAndProblemsOfAnArchiveNameTheFileThatTheyAreIn() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var name : List.of("day 1/all_reduce.log", "day 2/<b>all_reduce.log")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write((LOG + "# zipped\n").getBytes(StandardCharsets.UTF_8));
            }
            zip.putNextEntry(new ZipEntry("picture.bin"));
            zip.write(new byte[]{1, 0, 2});
        }
        var upload = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=60&filename=days.zip")
                .POST(BodyPublishers.ofByteArray(bytes.toByteArray()))));
        var id = upload.path("id").asString();
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("ready");
        assertThat(upload.path("lines").asInt()).isEqualTo(26).isEqualTo(upload.path("rowLines").asInt()
                + upload.path("notes").asInt() + upload.path("problems").asInt());
        assertThat(upload.path("problems").asInt()).isEqualTo(2);
        assertThat(upload.path("fileProblems").asInt()).isEqualTo(1);
        assertThat(rows(server.json("runs?sort=section&upload=" + id))).extracting(run -> run.path("source").asString())
                .containsExactly("day 1/all_reduce.log", "day 2/<b>all_reduce.log");
        var problems = rows(server.json("uploads/" + id + "/problems"));
        assertThat(problems).extracting(problem -> problem.path("source").asString()).containsExactlyInAnyOrder(
                "day 1/all_reduce.log", "day 2/<b>all_reduce.log", "picture.bin");
        assertThat(problems).extracting(problem -> problem.path("position").asInt())
                .containsExactlyInAnyOrder(10, 23, 0);
        var second = server.json("uploads/" + id + "/lines?only=problem&after=10").path("items").get(0);
        assertThat(second.path("line").asInt()).isEqualTo(10);
        assertThat(second.path("position").asInt()).isEqualTo(23);
        assertThat(second.path("source").asString()).isEqualTo("day 2/<b>all_reduce.log");
        assertThat(second.path("run").asString()).isEqualTo(id + "-2");
        assertThat(server.json("uploads/" + id + "/lines").path("total").asInt()).isEqualTo(26);
    }

    /** 1 MB in this table's unit is 2^20 bytes; 0.5 ms are 500 µs. */
    @Test
    void aTableWhoseColumnsAreNotCertainIsAskedAboutReadAsSaidAndRemembered() throws Exception {
        var table = "size;time;bandwidth\n1;0,5;2,25\n2;0,75;3,5\n";
        var upload = ServerProcess.json(server.upload("somebodys.csv", table));
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("needs_mapping");
        assertThat(upload.path("message").asString()).contains("not all certain");
        var path = "uploads/" + upload.path("id").asString() + "/mapping";
        var asked = server.json(path);
        assertThat(asked.path("certain").asBoolean()).isFalse();
        assertThat(rowsOf(asked.path("columns"))).extracting(column -> column.path("header").asString())
                .containsExactly("size", "time", "bandwidth");
        assertThat(asked.path("rows").get(1).get(1).asString()).isEqualTo("0,75");
        assertThat(rowsOf(asked.path("meanings"))).extracting(each -> each.path("id").asString())
                .contains("size", "time", "busbw");
        assertThat(rows(server.json("uploads/" + upload.path("id").asString() + "/lines"))).hasSize(3);

        assertProblem(say(path, "{\"columns\": []}"), 400, "columns must be 3");
        assertProblem(say(path, said("size", "seconds")), 400, "is not measured in");
        assertProblem(say(path, "not json"), 400, "");
        assertThat(say(path, said("size", "mebibytes")).statusCode()).isEqualTo(202);
        server.awaitImports();
        var read = server.json("uploads/" + upload.path("id").asString());
        assertThat(read.path("state").asString()).as(read.toString()).isEqualTo("ready");
        var points = server.json("runs/" + read.path("runIds").get(0).asString() + "/points").path("rows").toString();
        assertThat(points).contains("1048576", "500", "2.25", "all_gather");

        var next = ServerProcess.json(server.upload("another.csv", table.replace("2,25", "9,25")));
        assertThat(next.path("state").asString()).as("what is remembered is of the header, not of the operation")
                .isEqualTo("needs_mapping");
        var likely = server.json("findings?upload=" + next.path("id").asString());
        assertThat(likely.path("measurements").asInt()).as(likely.toString()).isEqualTo(2);
        assertThat(likely.path("headline").path("sentence").asString()).contains("takes 0.5 µs at 1 B");
        var named = ServerProcess.json(server.upload("all_reduce.csv", table.replace("2,25", "8,25")));
        assertThat(named.path("state").asString()).as(named.toString()).isEqualTo("ready");
        assertThat(named.path("rows").asInt()).isEqualTo(2);
    }

    @Test
    void ofADocumentWithSeveralTablesEachIsAskedAboutAndThenAllAreRead() throws Exception {
        var upload = ServerProcess
                .json(server.upload("readme.md", "## First night\n\n| size | Ring |\n|---|---|\n| 1M | 12.5 |\n\n"
                        + "## AllGather\n\n| size | time (us) |\n|---|---|\n| 1M | 7.5 |\n\n## Prices\n\n| GPUs | EUR |\n|---|---|\n| 8 | 55 |\n"));
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("needs_mapping");
        var path = "uploads/" + upload.path("id").asString() + "/mapping";
        var asked = server.json(path);
        assertThat(asked.path("table").asInt()).isEqualTo(1);
        assertThat(rowsOf(asked.path("tables"))).extracting(table -> table.path("heading").asString())
                .containsExactly("First night", "AllGather", "Prices");
        assertProblem(say(path + "?table=4", "{\"columns\": []}"), 400, "table must be 1 to 3");
        var next = say(path + "?table=1",
                """
                {"columns": [{"meaning": "size", "unit": "size_with_suffix"},
                {"meaning": "time", "unit": "microseconds", "label": "ring"}], "operation": "broadcast", "remember": false}""");
        assertThat(ServerProcess.json(next).path("table").asInt()).as("the next that is open").isEqualTo(3);
        assertThat(server.json("uploads/" + upload.path("id").asString()).path("state").asString())
                .isEqualTo("needs_mapping");
        say(path + "?table=3", "{\"columns\": [{\"meaning\": \"ignored\"}, {\"meaning\": \"ignored\"}]}");
        server.awaitImports();
        var read = server.json("uploads/" + upload.path("id").asString());
        assertThat(read.path("state").asString()).as(read.toString()).isEqualTo("ready");
        assertThat(read.path("rows").asInt()).isEqualTo(2);
        assertThat(read.path("problems").asInt()).isZero();
    }

    /** The log in it is read at once; of each table that may hold results somebody is asked, of prices nobody. */
    @Test
    void tablesInAnArchiveAreAskedAboutOnItsPageAndReadAfterwards() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            var files = Map.of("all_reduce.log", LOG + "# with tables\n", "a/all_gather.csv",
                    "bytes,Hare\n1024,1.5\n2048,2.5\n", "b/broadcast.csv", "bytes,Tortoise\n4096,3.5\n8192,4.5\n",
                    "prices.csv", "a,b\n1,2\n3,4\n");
            for (var file : new TreeMap<>(files).entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        var upload = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=60&filename=tables.zip")
                .POST(BodyPublishers.ofByteArray(bytes.toByteArray()))));
        var id = upload.path("id").asString();
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("ready");
        int rows = upload.path("rows").asInt();
        assertThat(rows).isPositive();
        assertThat(rows(server.json("uploads/" + id + "/problems"))).extracting(each -> each.path("source").asString())
                .contains("a/all_gather.csv", "b/broadcast.csv", "prices.csv");
        var path = "uploads/" + id + "/mapping";
        assertThat(rowsOf(server.json(path).path("tables"))).extracting(table -> table.path("source").asString())
                .containsExactly("a/all_gather.csv", "b/broadcast.csv");
        for (int table = 1; table <= 2; table++) {
            assertThat(say(path + "?table=" + table, """
                    {"columns": [{"meaning": "size", "unit": "bytes"}, {"meaning": "time", "unit": "microseconds"}],
                     "remember": false}""").statusCode()).isEqualTo(202);
            server.awaitImports();
        }
        var read = server.json("uploads/" + id);
        assertThat(read.path("rows").asInt()).as(read.toString()).isEqualTo(rows + 4);
        assertThat(rows(server.json("runs?sort=section&upload=" + id)))
                .extracting(run -> run.path("source").asString())
                .containsExactly("a/all_gather.csv", "all_reduce.log", "b/broadcast.csv");
        assertThat(rows(server.json("uploads/" + id + "/problems"))).extracting(each -> each.path("source").asString())
                .contains("prices.csv").doesNotContain("a/all_gather.csv", "b/broadcast.csv");
    }

    /** Its header says nothing that is known; that it is a table can be seen. */
    @Test
    void aTableThatNamesNoSizeIsAskedAboutToo() throws Exception {
        var upload = ServerProcess.json(server.upload("night.csv", "bytes_moved,Ring\n1048576,12.5\n2097152,14.5\n"));
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("needs_mapping");
        var path = "uploads/" + upload.path("id").asString() + "/mapping";
        assertThat(server.json(path).path("doubts").toString()).contains("no column is a message size");
        assertThat(say(path, """
                {"columns": [{"meaning": "size", "unit": "bytes"}, {"meaning": "time", "unit": "microseconds"}],
                 "operation": "all_reduce", "remember": false}""").statusCode()).isEqualTo(202);
        server.awaitImports();
        assertThat(server.json("uploads/" + upload.path("id").asString()).path("rows").asInt()).isEqualTo(2);
    }

    private HttpResponse<String> say(String path, String json) throws Exception {
        return server.send(server.request("/api/v1/" + path).header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json)));
    }

    private static String said(String meaning, String unit) {
        return """
                {"operation": "all_gather", "columns": [{"meaning": "%s", "unit": "%s"},
                 {"meaning": "time", "unit": "milliseconds"}, {"meaning": "algbw", "unit": "gigabytes_per_second"}]}
                """.formatted(meaning, unit);
    }

    @Test
    void whatIsNoTextHasNoLines() throws Exception {
        var upload = ServerProcess.json(server.upload("binary.log", "a\0b"));
        assertProblem(server.get("/api/v1/uploads/" + upload.path("id").asString() + "/lines"), 409, "binary");
        var diary = ServerProcess.json(server.upload("diary.txt", "dear diary\nnothing was measured\n"));
        assertThat(diary.path("state").asString()).isEqualTo("failed");
        assertThat(rows(server.json("uploads/" + diary.path("id").asString() + "/lines")))
                .extracting(line -> line.path("text").asString()).containsExactly("dear diary", "nothing was measured");
    }

    @Tag("nightly")
    @Test
    void readingAgainReplacesWhatIsShownAndSaysThatNothingChanged() throws Exception {
        var upload = ServerProcess.json(server.upload("again_all_reduce.log", LOG + "# again"));
        var id = upload.path("id").asString();
        var runs = server.json("runs?size=1").path("total").asInt();
        var facets = server.get("/api/v1/facets").body();
        assertThat(ServerProcess.json(server.send(server.request("/api/v1/readings").POST(BodyPublishers.noBody())))
                .path("uploads").asInt()).as("the present parsers have read all").isZero();

        var begun = server.send(server.request("/api/v1/readings?all=true").POST(BodyPublishers.noBody()));
        assertThat(begun.statusCode()).isEqualTo(202);
        assertThat(ServerProcess.json(begun).path("uploads").asInt()).isPositive();
        assertThat(server.json("uploads/" + id).path("state").asString()).isEqualTo("ready");
        server.awaitImports();

        var reread = rows(server.json("rereads?size=500")).stream()
                .filter(each -> each.path("upload").asString().equals(id)).toList();
        assertThat(reread).singleElement().satisfies(each -> {
            assertThat(each.path("state").asString()).isEqualTo("ready");
            assertThat(each.path("summary").asString()).isEqualTo("nothing changed");
            assertThat(each.path("changedRows").asInt(-1)).isZero();
            assertThat(each.path("before").path("rows").asInt()).isEqualTo(4);
            assertThat(each.path("after").path("problems").asInt()).isEqualTo(1);
        });
        assertThat(server.json("uploads/" + id).path("runIds")).isEqualTo(upload.path("runIds"));
        assertThat(server.json("runs?size=1").path("total").asInt()).as("each run once").isEqualTo(runs);
        assertThat(server.get("/api/v1/facets").body()).as("each measurement once").isEqualTo(facets);
    }

    @Test
    void aRunTellsItsFingerprintAndItsWrongData() throws Exception {
        var upload = ServerProcess.json(server.upload("fingerprint.log", LOG + "\n# second"));
        var run = server.json("runs/" + upload.path("runIds").get(0).asString());
        assertThat(run.path("wrong").asInt()).isEqualTo(1);
        assertThat(run.path("ranks").get(0).asInt()).isEqualTo(2);
        assertThat(run.path("nodes").get(0).asInt()).isEqualTo(2);
        assertThat(run.path("maxBusbw").asDouble()).isCloseTo(0.17, within(1e-12));
        assertThat(rowsOf(run.path("fingerprint"))).anySatisfy(fact -> {
            assertThat(fact.path("name").asString()).isEqualTo("nccl_version");
            assertThat(fact.path("value").asString()).isEqualTo("2.29.7");
        });
    }

    /** A large job names its hosts first; what its log names after them is stored too. */
    @Test
    void theBestOfAMatrixIsThatOfALinkAndNotOfAGpusOwnMemory() throws Exception {
        var upload = ServerProcess.json(server.upload("matrix.log", """
                [P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
                Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)
                   D\\D     0      1
                     0 2500.25 390.00
                     1 391.50 2510.75
                """));
        var run = server.json("runs/" + upload.path("runIds").get(0).asString());
        assertThat(run.path("points").asInt()).isEqualTo(4);
        assertThat(run.path("maxAlgbw").asDouble()).isEqualTo(391.5);
    }

    @Test
    void aRunOnManyHostsTellsAllOfThemAndWhatElseItsLogTells() throws Exception {
        var ranks = IntStream.range(0, 600)
                .mapToObj(rank -> "#  Rank  %d Group  0 Pid   4000 on     many-%d device  0 [0000:1b:00] NVIDIA H100"
                        .formatted(rank, rank))
                .collect(joining("\n"));
        var log = LOG.replaceAll("(?m)^#  Rank  1 .*\n", "").replaceFirst("(?m)^#  Rank  0 .*$",
                ranks + "\nmany-0:4000:4000 [0] NCCL INFO Using network AWS Libfabric")
                .replace("0.08    0.08", "0.08    0.16").replace("0.17    0.17", "0.17    0.34");
        var upload = ServerProcess.json(server.upload("many_hosts.log", log));
        var facts = rowsOf(server.json("runs/" + upload.path("runIds").get(0).asString()).path("fingerprint"));
        assertThat(facts).filteredOn(fact -> fact.path("name").asString().equals("host")).hasSize(600);
        assertThat(facts).anySatisfy(fact -> {
            assertThat(fact.path("name").asString()).isEqualTo("network");
            assertThat(fact.path("value").asString()).isEqualTo("AWS Libfabric");
        });
    }

    /** Cut before its footer, with wrong data in one of four measurements. */
    @Test
    void whatIsWrongWithARunIsAFlagOnItAndOnEveryCurveThatShowsIt() throws Exception {
        var cut = LOG.lines().limit(9).collect(joining("\n"));
        var upload = ServerProcess.json(server.upload("flagged_all_reduce.log", cut + "\n# flagged"));
        var id = upload.path("runIds").get(0).asString();
        var run = server.json("runs/" + id);
        assertThat(rowsOf(run.path("flags"))).extracting(flag -> flag.path("id").asString())
                .containsExactly("incomplete", "wrong_data");
        assertThat(run.path("flags").get(0).path("title").asString()).isEqualTo("incomplete");
        assertThat(run.path("flags").get(1).path("detail").asString()).startsWith("1 ");
        assertThat(run.path("fingerprint").toString()).doesNotContain("flag:");

        assertThat(rows(server.json("runs?flag=incomplete&upload=" + upload.path("id").asString()))).hasSize(1);
        assertThat(rows(server.json("runs?flag=none&upload=" + upload.path("id").asString()))).isEmpty();
        assertThat(rows(server.json("runs?flag=none&flag=incomplete&size=1000"))).hasSizeGreaterThanOrEqualTo(15);
        assertProblem(server.get("/api/v1/runs?flag=odd"), 400, "flag must be one of incomplete, aborted");

        var series = server.json("series?x=size&metric=busbw&run=" + id);
        assertThat(rowsOf(series.path("series"))).hasSize(2).allSatisfy(curve -> {
            assertThat(curve.path("flagged").get(0).path("run").asString()).isEqualTo(id);
            assertThat(curve.path("flagged").get(0).path("flags").get(0).path("id").asString())
                    .isEqualTo("incomplete");
        });
        assertThat(series.path("warnings").toString())
                .contains("1 run is incomplete: the end of its table is missing",
                        "1 run has measurements with wrong data");
    }

    @Test
    void aRunsCsvIsExactlyWhatTheLogReported() throws Exception {
        var upload = ServerProcess.json(server.upload("exact.log", LOG + "\n# third"));
        var csv = server.get("/api/v1/runs/" + upload.path("runIds").get(0).asString() + ".csv").body();
        assertThat(csv.lines()).hasSize(5);
        assertThat(csv.lines().skip(1).findFirst().orElseThrow())
                .startsWith("exact.log,1,nccl-tests,2.18.3,nccl,2.29.7,all_reduce,,,NVIDIA H100,2,2,,1024,float,sum,,")
                .contains(",out_of_place,20,12.15,,,,,0.08,0.08,0,");
    }

    @Test
    void theSameBytesAreOneUploadHoweverOftenAndAtOnceTheyCome() throws Exception {
        var content = LOG + "\n# at once";
        Callable<HttpResponse<String>> send = () -> server.upload("same.log", content);
        List<HttpResponse<String>> answers = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (var future : threads.invokeAll(List.of(send, send, send))) {
                answers.add(future.get());
            }
        }
        answers.add(send.call());
        assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(201).containsOnly(200, 201);
        assertThat(answers).extracting(answer -> ServerProcess.json(answer).path("id").asString())
                .containsOnly(ServerProcess.json(answers.getFirst()).path("id").asString());
        assertThat(ServerProcess.json(answers.getLast()).path("rows").asInt()).isEqualTo(4);
    }

    @Tag("nightly")
    @Test
    void aHundredFilesFromTwentyClientsAtOnceArriveOnceEach() throws Exception {
        int before = server.json("uploads?q=crowd").path("total").asInt();
        var send = IntStream.rangeClosed(1, 100).<Callable<HttpResponse<String>>>mapToObj(
                i -> () -> server.upload("crowd_" + i + ".log", LOG + "# crowd " + i + "\n")).toList();
        var answers = new ArrayList<HttpResponse<String>>();
        try (var clients = Executors.newFixedThreadPool(20)) {
            for (var future : clients.invokeAll(send)) {
                answers.add(future.get());
            }
        }
        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
        server.awaitImports();
        assertThat(server.json("uploads?q=crowd").path("total").asInt()).isEqualTo(before + 100);
        var runs = rows(server.json("runs?q=crowd&size=500"));
        assertThat(runs).hasSize(100).allSatisfy(run -> assertThat(run.path("points").asInt()).isEqualTo(4));
        assertThat(runs).extracting(run -> run.path("filename").asString()).doesNotHaveDuplicates();
    }

    @Test
    void severalFilesInOneFormAreSeveralUploads() throws Exception {
        var answer = server.uploadParts(List.of("a_all_reduce.log", "b_all_reduce.log"), LOG);
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(rowsOf(ServerProcess.json(answer).path("uploads")))
                .extracting(upload -> upload.path("filename").asString())
                .containsExactly("a_all_reduce.log", "b_all_reduce.log");
    }

    @Tag("nightly")
    @Test
    void aLargeFormOfManyFilesIsTaken() throws Exception {
        var names = IntStream.rangeClosed(1, 25).mapToObj(i -> "many_all_reduce_" + i + ".log").toList();
        var answer = server.uploadParts(names, LOG + "# padding ".repeat(100_000) + "\n");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(rowsOf(ServerProcess.json(answer).path("uploads"))).hasSize(25);
    }

    @Test
    void curlsDataBinaryIsTakenAsTheFile() throws Exception {
        var answer = server.upload("curl.log", LOG + "\n# curl", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(ServerProcess.json(answer).path("rows").asInt()).isEqualTo(4);
    }

    @Test
    void whatIsNoLogFailsWithAReasonAndIsKept() throws Exception {
        var upload = ServerProcess.json(server.upload("notes.txt", "nothing to see here\n"));
        assertThat(upload.path("state").asString()).isEqualTo("failed");
        assertThat(upload.path("message").asString()).contains("no known format");
        assertThat(server.get("/api/v1/uploads/" + upload.path("id").asString() + "/raw").body())
                .isEqualTo("nothing to see here\n");
    }

    @Test
    void aTableThatDoesNotTellItsOperationSaysHowToTellIt() throws Exception {
        var upload = ServerProcess.json(server.upload("night.log", """
                #   Rank  0 Pid   9192 on a device  0 [0x00] Tesla K80
                #   Rank  1 Pid   9178 on b device  0 [0x00] Tesla K80
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                     1048576        262144     float     sum      -1   2411.0    0.43    0.43    N/A   2700.7    0.39    0.39    N/A
                # Avg bus bandwidth    : 0.41
                """));
        assertThat(upload.path("summary").asString()).startsWith(
                "no measurements; 1 of 5 lines was not understood; of line 4: the operation is not known: ");
    }

    @Test
    void aHostileNameBecomesNoPathAndNoMarkup() throws Exception {
        var upload = ServerProcess.json(server.upload("../../etc/<b>x\n\"y.log", LOG + "\n# hostile"));
        assertThat(upload.path("filename").asString()).doesNotContain("/", "\n").contains("<b>x");
        assertThat(server.get("/api/v1/uploads/" + upload.path("id").asString() + "/raw").headers()
                .firstValue("Content-Disposition").orElseThrow()).doesNotContain("\n").startsWith("attachment");
    }

    /** The study's all-gather over 16 GPUs, out of place: 140.06 at 32 MiB and 350.49 at 2 GiB (published table). */
    @Test
    void aCurveAgainstSizeHoldsThePublishedNumbers() throws Exception {
        var series = server
                .json("series?x=size&metric=algbw&tool=study&operation=all_gather&placement=out_of_place&ranks=16");
        assertThat(rowsOf(series.path("series"))).singleElement().satisfies(curve -> {
            var points = rowsOf(curve.path("points"));
            assertThat(points).hasSize(7);
            assertThat(points.getFirst().path("x").asLong()).isEqualTo(32L << 20);
            assertThat(points.getFirst().path("y").asDouble()).isEqualTo(140.06);
            assertThat(points.getLast().path("y").asDouble()).isEqualTo(350.49);
        });
    }

    /** Recomputed here from the published seven values at 16 GPUs. */
    @Test
    void aMeanOverSizesSaysSoAndIsTheMean() throws Exception {
        var series = server.json(
                "series?x=gpus&metric=algbw&aggregate=mean&tool=study&operation=all_gather&placement=out_of_place");
        double mean = IntStream.of(14006, 21380, 25018, 22995, 29389, 34347, 35049).average().orElseThrow() / 100;
        assertThat(series.path("aggregation").asString()).contains("mean").contains("7");
        assertThat(rowsOf(series.path("series"))).singleElement().satisfies(curve -> assertThat(
                rowsOf(curve.path("points")).getFirst().path("y").asDouble()).isCloseTo(mean, within(1e-9)));
    }

    @Test
    void aLinkSaysWhatItShowsBeforeItIsOpened() throws IOException, InterruptedException {
        assumeTrue(ServerContract.class.getResource("/static/index.html") != null, "built without the dashboard");
        var page = server.get("/explore?x=size&metric=busbw&operation=all_reduce&ranks=16&tool=%22%3E%3Cscript%3E");
        assertThat(page.body()).contains("<title>Bus bandwidth against message size: All-Reduce, 16 GPUs, ")
                .contains("<meta property=\"og:title\"").doesNotContain("\"><script>");
        var picture = Pattern.compile("og:image\" content=\"([^\"]+)").matcher(
                server.get("/explore?x=size&metric=busbw&operation=all_reduce&ranks=16&tool=study").body());
        assertThat(picture.find()).isTrue();
        var address = URI.create(picture.group(1).replace("&amp;", "&"));
        assertThat(server.get(address.getPath() + "?" + address.getQuery()).headers().firstValue("Content-Type"))
                .hasValue("image/png");
        assertThat(server.json("scaling?tool=study").path("curves").size()).as("more than a picture shows")
                .isGreaterThan(40);
        var ofMany = Pattern.compile("og:image\" content=\"([^\"]+)").matcher(server.get("/scaling?tool=study").body());
        assertThat(ofMany.find()).isTrue();
        var many = URI.create(ofMany.group(1).replace("&amp;", "&"));
        assertThat(server.get(many.getPath() + "?" + many.getQuery()).headers().firstValue("Content-Type"))
                .hasValue("image/png");
        var run = server.json("runs?q=nccl_all_reduce").path("items").path(0);
        assertThat(server.get("/runs/" + run.path("id").asString()).body())
                .contains("og:title\" content=\"").contains("All-Reduce")
                .contains("/api/v1/series.png?metric=busbw&amp;run=");
        assertThat(server.get("/figures/jacobi").body()).contains("/api/v1/figures/jacobi.png");
        var upload = run.path("upload").asString();
        assertThat(server.get("/uploads/" + upload).body()).contains("<title>").doesNotContain("<title>Upload")
                .contains("og:image\" content=\"http").contains("/api/v1/series.png?metric=busbw&amp;run=" + upload);
        assertThat(server.get("/compare?a=" + upload + "&b=" + upload).body()).contains("<title>A and B are the same");
        assertThat(server.get("/regressions").body()).containsPattern("<title>\\d+ of \\d+ histor");
        assertThat(server.get("/runs/nothing").body()).contains("<title>");
    }

    @Test
    void othersShowABadgeAndAChartInAFrame() throws IOException, InterruptedException {
        var run = server.json("runs?q=nccl_all_reduce").path("items").path(0);
        var badge = server.get("/api/v1/uploads/" + run.path("upload").asString() + "/badge.svg");
        assertThat(badge.headers().firstValue("Content-Type")).hasValue("image/svg+xml");
        assertThat(badge.headers().firstValue("Cross-Origin-Resource-Policy")).hasValue("cross-origin");
        assertThat(badge.body()).startsWith("<svg").contains("peak busbw: ");
        assertProblem(server.get("/api/v1/uploads/0123456789abcdef/badge.svg"), 404, "0123456789abcdef");
        assumeTrue(ServerContract.class.getResource("/static/index.html") != null, "built without the dashboard");
        assertThat(server.get("/embed/explore").headers().firstValue("Content-Security-Policy").orElseThrow())
                .endsWith("frame-ancestors *");
        assertThat(server.get("/explore").headers().firstValue("Content-Security-Policy").orElseThrow())
                .endsWith("frame-ancestors 'none'");
    }

    @Test
    void aViewIsAFigureWithANameThatSaysWhatItShows() throws IOException, InterruptedException {
        var query = "x=size&metric=busbw&tool=study&operation=all_reduce&placement=out_of_place&ranks=64";
        for (var face : Map.of("png", "image/png", "svg", "image/svg+xml", "pdf", "application/pdf").entrySet()) {
            var picture = server.get("/api/v1/series." + face.getKey() + "?" + query);
            assertThat(picture.statusCode()).isEqualTo(200);
            assertThat(picture.headers().firstValue("Content-Type")).hasValue(face.getValue());
            assertThat(picture.headers().firstValue("Content-Disposition").orElseThrow())
                    .contains("busbw-by-size_all-reduce_nccl").endsWith("." + face.getKey() + "\"");
        }
        assertThat(server.get("/api/v1/series.svg?theme=dark&" + query).headers().firstValue("Content-Disposition")
                .orElseThrow()).endsWith("-dark.svg\"");
        assertProblem(server.get("/api/v1/series.gif?" + query), 404, "png, svg, pdf, csv, json");
        assertProblem(server.get("/api/v1/series.png?theme=blue&" + query), 400, "light or dark");
        assertProblem(server.get("/api/v1/matrices/0.png?tool=nosuch"), 404, "none with the number 0");
    }

    @Test
    void theNumbersOfAViewAreThoseOfItsCurves() throws IOException, InterruptedException {
        var query = "x=size&metric=busbw&tool=study&operation=all_reduce&placement=out_of_place&ranks=64";
        var lines = server.get("/api/v1/series.csv?" + query).body().lines().toList();
        int y = List.of(lines.getFirst().split(",")).indexOf("y_busbw");
        var csv = lines.stream().skip(1).map(line -> Double.valueOf(line.split(",", -1)[y])).toList();
        var points = rowsOf(server.json("series?" + query).path("series").path(0).path("points"));
        assertThat(csv).hasSize(9).isEqualTo(points.stream().map(point -> point.path("y").asDouble()).toList());
        var json = server.json("series.json?" + query).path("series").path(0).path("points");
        assertThat(rowsOf(json)).extracting(point -> point.path("y").asDouble()).isEqualTo(csv);
    }

    @Test
    void inPlaceAndOutOfPlaceNeverShareACurve() throws Exception {
        var series = server.json("series?x=size&metric=busbw&tool=study&operation=all_reduce&ranks=64");
        assertThat(rowsOf(series.path("series"))).extracting(s -> s.path("key").path("placement").asString())
                .containsExactlyInAnyOrder("in_place", "out_of_place");
    }

    @Test
    void facetsCountWhatCanBeChosen() throws Exception {
        var facets = server.json("facets?tool=study&library=nvshmem&operation=alltoall");
        assertThat(rowsOf(facets.path("variant")))
                .extracting(f -> f.path("value").asString() + "=" + f.path("count").asInt())
                .containsExactlyInAnyOrder("host=35", "device=40");
    }

    @Test
    void anUploadIsAnsweredWithWhatItSays() throws Exception {
        new AnalysisSteps(server).anUploadIsAnsweredWithWhatItSays();
    }

    @Test
    void theNoiseOfAPlaceIsThatOfItsEarlierRuns() throws Exception {
        new AnalysisSteps(server).theNoiseOfAPlaceIsThatOfItsEarlierRuns();
    }

    @Tag("nightly")
    @Test
    void everyLinkOfTheBundledResultsShowsExactlyItsRows() throws Exception {
        new AnalysisSteps(server).everyLinkOfTheBundledResultsShowsExactlyItsRows();
    }

    @Test
    void aPlantedSlowdownIsFoundBetweenTwoSetsOfUploads() throws Exception {
        new AnalysisSteps(server).aPlantedSlowdownIsFoundBetweenTwoSetsOfUploads();
    }

    @Test
    void aPlantedChangeIsFoundInTheHistory() throws Exception {
        new AnalysisSteps(server).aPlantedChangeIsFoundInTheHistory();
    }

    @Test
    void theSameIsSaidOfTheSameRunsWhereverItIsAsked(@TempDir Path logs) throws Exception {
        new SameAnswers(server).theSameIsSaidOfTheSameRunsWhereverItIsAsked(logs);
    }

    @Test
    void whatCannotBeExaminedIsRefusedWithAReason() throws Exception {
        assertProblem(server.get("/api/v1/findings"), 400, "say what to look at");
        assertProblem(server.get("/api/v1/findings?colour=red"), 400, "unknown parameter 'colour'");
        assertProblem(server.get("/api/v1/findings?run=0000000000000000-1"), 404, "0000000000000000-1");
        assertProblem(server.get("/api/v1/findings?figure=nothing"), 404, "no figure nothing");
        assertProblem(server.get("/api/v1/compare?a=all_reduce.log&b=x"), 400, "neither the id of a run");
        assertProblem(server.get("/api/v1/rows?in=0123456789abcdef:1"), 400, "SECTIONS.ROWS");
        assertProblem(server.get("/api/v1/rows?in=0123456789abcdef:1.1-999999999"), 400, "more than");
        var run = rows(server.json("runs?tool=study&size=1")).getFirst().path("id").asString();
        assertProblem(server.get("/api/v1/rows?in=" + run.substring(0, 16) + ":1.99999"), 404, "has no row 99999");
    }

    @Test
    void errorsAreProblemDetailsThatSayWhatIsAllowed() throws Exception {
        assertProblem(server.get("/api/v1/uploads/0000000000000000"), 404, "0000000000000000");
        assertProblem(server.get("/api/v1/nothing"), 404, "/api/docs");
        assertProblem(server.get("/api/v1/runs?page=x"), 400, "page must be a whole number");
        assertProblem(server.get("/api/v1/series?x=colour&tool=study"), 400, "x must be");
        assertProblem(server.send(server.request("/api/v1/uploads").POST(BodyPublishers.ofString("x"))), 400,
                "filename");
        assertProblem(server.send(server.request("/api/v1/runs").DELETE()), 405, "GET");
    }

    @Test
    void pagesOfOtherOriginsMustNotWrite() throws Exception {
        assertProblem(server.upload("x.log", LOG, "Origin", "http://example.com"), 403, "another origin");
    }

    @Test
    void aForeignNameForThisServerIsNotAnswered() throws Exception {
        try (var socket = new Socket("127.0.0.1", server.root().getPort())) {
            socket.getOutputStream()
                    .write("GET /api/v1/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void anUndecidedComparisonNamesTheRunsThatWouldDecideIt() throws Exception {
        var ring = ServerProcess.json(server.upload("next-ring.csv", ONE_RUN.formatted("Ring", 100))).path("id")
                .asString();
        var tree = ServerProcess.json(server.upload("next-tree.csv", ONE_RUN.formatted("Tree", 101))).path("id")
                .asString();
        server.awaitImports();
        var root = server.root().toString().replaceFirst("/$", "");
        var sides = "a=" + ring + "&b=" + tree;
        var next = server.json("compare?" + sides).path("next");
        assertThat(next.path("said").path(0).asString()).startsWith("Next run: 10 repetitions of both in turns show ");
        assertThat(next.path("command").asString()).isEqualTo("curl -fsSo next.yaml '" + root
                + "/api/v1/compare/next.yaml?" + sides + "' && gpucomm run next.yaml");
        assertThat(server.get("/api/v1/compare/next.yaml?" + sides).body()).contains("upload: \"" + root,
                "repetitions: 10\n", "Ring: {NCCL_ALGO: Ring}\n  Tree: {NCCL_ALGO: Tree}");
        var same = "a=" + ring + "&b=" + ring;
        assertThat(server.json("compare?" + same).path("next").path("said").size()).isZero();
        assertProblem(server.get("/api/v1/compare/next.yaml?" + same), 404,
                "Nothing that a next run would settle is open.");
    }

    private static final String ONE_RUN = """
            source,section,tool,tool_version,library,library_version,operation,variant,instance_type,gpu,nodes,ranks,\
            problem,message_bytes,datatype,redop,root,placement,iterations,time_us,time_min_us,time_p50_us,time_p99_us,\
            time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,speedup,efficiency_pct,settings,metrics
            f.csv,1,gpucomm,0.1.0,nccl,2.28.3,all_reduce,,,NVIDIA H200,1,8,,16777216,float,sum,,out_of_place,20,\
            %2$d,,,,,,,0,,,,,NCCL_ALGO=%1$s,
            """;

    @Test
    void theInterfaceDescribesItself() throws Exception {
        var paths = ServerProcess.json(server.get("/api/docs")).path("paths");
        assertThat(paths.toString()).contains("/api/v1/uploads", "/api/v1/uploads/{id}/problems",
                "/api/v1/runs/{id}/points",
                "/api/v1/series", "/api/v1/facets", "/api/v1/overview");
        assertThat(paths.path("/api/v1/series").toString()).contains("placement", "instanceType", "\"run\"");
    }

    @Test
    void theDocumentOfTheDashboardIsTheOneThatIsServed() throws Exception {
        var committed = JsonMapper.shared().readTree(Files.readString(Path.of("../frontend/src/api/openapi.json")));
        assertThat(ServerProcess.json(server.get("/api/docs")))
                .as("the interface has changed; start ./gpucomm serve, and in frontend/: "
                        + "npm run api -- http://127.0.0.1:8080")
                .isEqualTo(committed);
    }

    @Test
    void whatTheServerHoldsIsWhatLiesOnItsDisk() throws Exception {
        long lie = LiveFiles.below(dataDir.resolve("uploads")).values().stream().mapToLong(Long::longValue).sum();
        var usage = server.json("usage");
        // looked at every 15 s: what came since is not counted yet
        assertThat(usage.path("uploadBytes").asLong()).isPositive().isLessThanOrEqualTo(lie);
        assertThat(usage.path("databaseBytes").asLong()).isGreaterThan(1_000_000);
        assertThat(usage.path("freeBytes").asLong()).isCloseTo(Files.getFileStore(dataDir).getUsableSpace(),
                withinPercentage(20));
        assertThat(usage.path("quotaBytes").isNull()).isTrue();
    }

    @Test
    void healthAndMetricsAreServed() throws Exception {
        assertThat(server.get("/actuator/health").body()).contains("\"UP\"");
        assertThat(server.get("/actuator/prometheus").body()).contains("jvm_memory_used_bytes");
    }

    private static void assertProblem(HttpResponse<String> response, int status, String words) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(ServerProcess.json(response).path("detail").asString()).contains(words);
    }

    private static List<Integer> positions(JsonNode page) {
        return rows(page).stream().map(line -> line.path("position").asInt()).toList();
    }

    private static List<JsonNode> rows(JsonNode listing) {
        return rowsOf(listing.path("items"));
    }

    private static List<JsonNode> rowsOf(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
