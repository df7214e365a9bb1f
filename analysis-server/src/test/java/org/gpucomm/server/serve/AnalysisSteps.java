package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;

/** What a server says of the runs that it keeps, asked over HTTP. */
final class AnalysisSteps {

    private static final int SIZES = 24;

    private final ServerProcess server;

    AnalysisSteps(ServerProcess server) {
        this.server = server;
    }

    /** nccl-tests as it prints, 2 GPUs, time = 10 µs + size / 20 GB/s, with noise and a factor from some size on. */
    static String log(long seed, double slower, String version, String day) {
        var random = new Random(seed);
        return log("node-0", version, day, bytes -> (10 + bytes / 20e3) * (bytes >= 1 << 20 ? slower : 1)
                * (1 + 0.005 * random.nextGaussian()));
    }

    static String log(String host, String version, String day, LongToDoubleFunction micros) {
        var log = new StringBuilder("""
                # nccl-tests version 2.18.3 nccl-headers=%s nccl-library=%s
                # Collective test starting: all_reduce_perf
                # nThread 1 nGpus 2 minBytes 8 maxBytes 67108864 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1
                # run of %s
                #  Rank  0 Group  0 Pid   4000 on     %s device  0 [0000:1b:00] NVIDIA H100
                #  Rank  1 Group  0 Pid   4000 on     %s device  1 [0000:2b:00] NVIDIA H100
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """
                .formatted(version, version, day, host, host));
        for (int i = 0; i < SIZES; i++) {
            long bytes = 8L << i;
            double time = micros.applyAsDouble(bytes);
            log.append(String.format(Locale.ROOT, "%12d  %12d     float     sum      -1", bytes, bytes / 4));
            for (int twin = 0; twin < 2; twin++) {
                double bandwidth = bytes / time / 1e3;
                log.append(String.format(Locale.ROOT, "  %8.2f  %6.2f  %6.2f       0", time, bandwidth, bandwidth));
            }
            log.append('\n');
        }
        return log + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1.25\n#\n";
    }

    /** A log of the same, uploaded. */
    JsonNode upload(String filename, String log) throws IOException, InterruptedException {
        return ServerProcess.json(server.upload(filename, log));
    }

    /** What looks like a loss of bandwidth is none where the place's own runs differ by as much. */
    void theNoiseOfAPlaceIsThatOfItsEarlierRuns() throws Exception {
        var random = new Random(11);
        for (int night = 1; night <= 7; night++) {
            upload("night-" + night + ".log", log("noisy-7", "22907", "night " + night,
                    bytes -> (10 + bytes / 20e3) * Math.exp(0.25 * random.nextGaussian())));
        }
        server.awaitImports();
        assertThat(losses("noisy-7")).isEmpty();
        assertThat(losses("quiet-7")).singleElement().asString()
                .contains("loses 37 % of its bandwidth from 32 MiB to 64 MiB");
        assertThat(slower("quiet-7")).isPositive();
        assertThat(slower("noisy-7")).isZero();
    }

    /** Two single runs, one of which takes 1.3 times as long from 1 MiB up. */
    private long slower(String host) throws IOException, InterruptedException {
        var a = upload(host + "-a.log", log(host, "22907", "before", bytes -> 10 + bytes / 20e3));
        var b = upload(host + "-b.log", log(host, "22907", "after",
                bytes -> (10 + bytes / 20e3) * (bytes >= 1 << 20 ? 1.3 : 1)));
        var compared = server.json("compare?a=" + a.path("id").asString() + "&b=" + b.path("id").asString());
        return StreamSupport.stream(compared.path("places").spliterator(), false)
                .filter(each -> each.path("verdict").asString().equals("slower")).count();
    }

    private List<String> losses(String host) throws IOException, InterruptedException {
        var last = upload(host + ".log", log(host, "22907", "the last night",
                bytes -> (10 + bytes / 20e3) * (bytes == 64 << 20 ? 1.6 : 1)));
        return StreamSupport.stream(server.json("findings?upload=" + last.path("id").asString()).path("items")
                .spliterator(), false).filter(each -> each.path("rule").asString().equals("shape"))
                .map(each -> each.path("sentence").asString()).toList();
    }

    /** The answer to an upload counts the findings and leads to them. */
    void anUploadIsAnsweredWithWhatItSays() throws Exception {
        var log = log(1, 1, "22907", "the first");
        var name = URLEncoder.encode("said_all_reduce.log", StandardCharsets.UTF_8);
        long began = System.nanoTime();
        // As curl sends it: nothing is said of waiting.
        var answer = server.send(server.request("/api/v1/uploads?filename=" + name)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(log)));
        long millis = (System.nanoTime() - began) / 1_000_000;
        var upload = ServerProcess.json(answer);
        assertThat(upload.path("state").asString()).isEqualTo("ready");
        var said = upload.path("findings");
        var findings = server.json("findings?upload=" + upload.path("id").asString());
        assertThat(said.path("headline").asString())
                .isEqualTo(findings.path("headline").path("sentence").asString());
        assertThat(said.path("wrong").asInt() + said.path("warning").asInt() + said.path("notice").asInt())
                .isEqualTo(findings.path("items").size());
        System.out.println("from the first byte of a log of 48 rows to its findings: " + millis + " ms");
        assertThat(millis).as("milliseconds from drop to verdict, on a machine that is busy with tests")
                .isLessThan(5000);
        linksShowExactlyTheirRows(findings.path("items"));
    }

    /** Everything that is said of the bundled results, whichever way it is asked for. */
    void everyLinkOfTheBundledResultsShowsExactlyItsRows() throws Exception {
        var ofStudy = server.json("findings?tool=study").path("items");
        assertThat(items(ofStudy)).extracting(finding -> finding.path("rule").asString()).contains("guideline",
                "outlier", "shape", "alternatives", "ceiling");
        linksShowExactlyTheirRows(ofStudy);
        linksShowExactlyTheirRows(server.json("findings?figure=alltoall_comparison").path("items"));
        for (var run : items(server.json("runs?size=100").path("items"))) {
            if (run.path("bundled").asBoolean()) {
                linksShowExactlyTheirRows(server.json("findings?run=" + run.path("id").asString()).path("items"));
            }
        }
        var claims = server.json("study");
        assertThat(claims).hasSize(11);
        linksShowExactlyTheirRows(claims);
    }

    /** 2 MiB and beyond take 6 % longer in B, at 0.5 % noise, ten times each. */
    void aPlantedSlowdownIsFoundBetweenTwoSetsOfUploads() throws Exception {
        var a = new ArrayList<String>();
        var b = new ArrayList<String>();
        for (int i = 0; i < 10; i++) {
            a.add(upload("a" + i + ".log", log(100 + i, 1, "22907", "a" + i)).path("id").asString());
            b.add(upload("b" + i + ".log", log(200 + i, 1.06, "23004", "b" + i)).path("id").asString());
        }
        var answer = server.json("compare?" + parameters("a", a) + "&" + parameters("b", b));
        assertThat(answer.path("repeated").asBoolean()).isTrue();
        assertThat(items(answer.path("places"))).hasSize(SIZES).allSatisfy(place -> {
            boolean planted = place.path("bytes").asLong() >= 1 << 20;
            assertThat(place.path("verdict").asString()).isEqualTo(planted ? "slower" : "same");
            assertThat(place.path("a").path("repetitions").asInt()).isEqualTo(10);
            assertThat(place.path("effect").asDouble()).isCloseTo(planted ? 0.06 : 0, within(0.01));
            assertThat(place.path("effect").asDouble()).isBetween(place.path("low").asDouble(),
                    place.path("high").asDouble());
        });
        assertThat(answer.path("headline").asString()).contains("slower from 1 MiB up");
        assertThat(answer.path("details").asString()).contains("the same within");
        assertThat(items(answer.path("differences"))).extracting(each -> each.path("name").asString())
                .contains("library_version");
        linksShowExactlyTheirRows(answer.path("places"));
    }

    /** Ten runs before an update of the library and ten after, which costs 6 %. */
    void aPlantedChangeIsFoundInTheHistory() throws Exception {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
            var upload = upload("night" + i + ".log",
                    log(300 + i, i < 10 ? 1 : 1.06, i < 10 ? "22907" : "23004", "night " + i));
            ids.add(upload.path("runIds").get(0).asString());
        }
        var filter = "operation=all_reduce&ranks=2&placement=out_of_place&" + parameters("run", ids);
        var histories = items(server.json("histories?" + filter).path("items"));
        assertThat(histories).as("one identity and place, whatever the versions").hasSize(1);
        var answer = server.json("histories/" + histories.getFirst().path("id").asString() + "?" + filter);
        assertThat(items(answer.path("runs"))).extracting(run -> run.path("id").asString())
                .containsExactlyElementsOf(ids);
        assertThat(answer.path("sizes")).hasSize(SIZES);
        assertThat(items(answer.path("changes"))).singleElement().satisfies(change -> {
            assertThat(change.path("before").asString()).isEqualTo(ids.get(9));
            assertThat(change.path("after").asString()).isEqualTo(ids.get(10));
            assertThat(items(change.path("differs"))).extracting(each -> each.path("name").asString())
                    .contains("library_version");
            assertThat(server.json(change.path("url").asString().substring(1)).path("headline").asString())
                    .isNotEmpty();
        });
    }

    /** The page of each link, asked for as the page itself asks, holds the rows that were counted, and those named. */
    void linksShowExactlyTheirRows(JsonNode said) throws Exception {
        for (var each : items(said)) {
            var url = each.path("url").asString();
            var rows = server.json("rows?" + query(URI.create("http://host" + url)) + "&size=5000");
            if (each.has("rowCount")) {
                assertThat(rows.path("total").asInt()).as(url).isEqualTo(each.path("rowCount").asInt());
            }
            var shown = places(rows.path("rows"), row -> row.get(0).asString() + " " + row.get(1).asLong() + " line "
                    + row.get(2).asLong());
            var named = places(each.path("rows"), row -> row.path("run").asString() + " " + row.path("ordinal").asLong()
                    + " line " + row.path("line").asLong());
            assertThat(shown).as(url).containsAll(named).hasSize(rows.path("total").asInt());
            assertThat(server.get(url).statusCode()).as(url).isIn(200, 404); // 404: a build without its dashboard
        }
    }

    private static TreeSet<String> places(JsonNode rows, java.util.function.Function<JsonNode, String> place) {
        return items(rows).stream().map(place).collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@code /runs/ID-1?rows=3,7} asks for the rows {@code in=ID:1.3,7}. */
    private static String query(URI page) {
        if (page.getPath().equals("/rows")) {
            return page.getRawQuery();
        }
        var run = page.getPath().substring("/runs/".length());
        var rows = Arrays.stream(page.getRawQuery().split("&")).filter(each -> each.startsWith("rows=")).findFirst()
                .orElseThrow().substring("rows=".length());
        return "in=" + run.substring(0, 16) + ":" + run.substring(17) + "." + rows;
    }

    static String parameters(String name, List<String> values) {
        return values.stream().map(value -> name + "=" + value).collect(Collectors.joining("&"));
    }

    static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
