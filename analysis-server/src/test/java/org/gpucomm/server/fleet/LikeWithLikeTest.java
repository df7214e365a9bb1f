package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

import org.gpucomm.server.fleet.FleetLogs.Log;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

@Tag("nightly")
class LikeWithLikeTest {

    private static final String GH200 = "&ranks=8&nodes=2&gpu=" + encoded("NVIDIA GH200 120GB");

    @TempDir
    private Path dataDir;

    @TempDir
    private Path other;

    @Test
    void noValueIsDrawnThatNobodyMeasuredUnlessItIsTheMedianOfSeveral() throws Exception {
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            var runs = new ArrayList<String>();
            for (var log : FleetLogs.all()) {
                runs.addAll(upload(server, log));
            }
            var measured = measured(server, runs);
            var chosen = "operation=all_reduce&run=" + String.join("&run=", runs);
            for (var x : List.of("size", "gpus")) {
                for (var metric : List.of("busbw", "algbw", "time")) {
                    for (var combine : List.of("", "&combine=runs", "&combine=repetitions", "&combine=versions",
                            "&combine=places")) {
                        var answer = server.json("series?x=" + x + "&metric=" + metric + combine + "&" + chosen);
                        assertMeasured(answer, measured.getOrDefault(metric, Set.of()));
                    }
                }
            }
            assertTwoRunsThatDifferAreTwoCurves(server);
            assertVersionsClustersAndToolsAreApart(server, chosen);
            assertScalingIsOfOneStack(server, chosen, measured.getOrDefault("time", Set.of()));
            assertHistoriesAreOfOneIdentityAndPlace(server, "run=" + String.join("&run=", runs));
        }
    }

    private static void assertScalingIsOfOneStack(ServerProcess server, String chosen, Set<Double> times)
            throws Exception {
        var stacks = new TreeSet<String>();
        for (var curve : server.json("scaling?forecast=true&" + chosen).path("curves")) {
            stacks.add(curve.path("tool").asString() + " " + curve.path("libraryVersion").asString() + " "
                    + curve.path("hardware").asString());
            for (var point : curve.path("points")) {
                assertThat(point.path("n").asInt()).isEqualTo(1);
                assertThat(times).contains(point.path("time").asDouble());
            }
            for (var point : curve.path("forecast").path("points")) {
                assertThat(point.path("ranks").asInt()).isLessThanOrEqualTo(4 * 64);
            }
        }
        assertThat(stacks).containsExactly("nccl-tests  NVIDIA GH200 120GB",
                "nccl-tests 2.27.5+cuda12.9 NVIDIA H100 80GB HBM3",
                "nccl-tests 2.28.3+cuda12.9 NVIDIA H100 80GB HBM3");
    }

    /** Two runs of GH200 over two networks that the logs do not name, and three numbers of H100 with two versions each. */
    private static void assertHistoriesAreOfOneIdentityAndPlace(ServerProcess server, String runs) throws Exception {
        var histories = server.json("histories?" + runs).path("items");
        assertThat(histories).hasSize(4);
        for (var history : histories) {
            assertThat(history.path("tool").asString()).isEqualTo("nccl-tests");
            assertThat(history.path("comparable").asInt()).isEqualTo(2);
            assertThat(history.path("missing").asInt()).isEqualTo(4);
            assertThat(history.path("change").isNull()).isTrue();
            var detail = server.json("histories/" + history.path("id").asString() + "?" + runs);
            assertThat(detail.path("runs")).hasSize(2);
            assertThat(detail.path("changes")).isEmpty();
        }
    }

    /** Compare, and figures of a spec of one's own, from uploads and from files: one run each is what it is. */
    @Test
    void comparisonsAndFiguresOfSingleRunsShowWhatTheseMeasured() throws Exception {
        var tcp = FleetLogs.gh200OverTcp();
        var fabric = FleetLogs.gh200OverFabric();
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            var a = upload(server, tcp).getFirst();
            var b = upload(server, fabric).getFirst();
            var places = server.json("compare?a=" + a + "&b=" + b).path("places");
            assertThat(places).hasSize(18).allSatisfy(place -> {
                assertThat(place.path("a").path("repetitions").asInt()).isEqualTo(1);
                assertThat(place.path("effect").asDouble()).isCloseTo(
                        place.path("b").path("time").asDouble() / place.path("a").path("time").asDouble() - 1,
                        within(1e-12));
            });
            for (var side : Map.of("a", a, "b", b).entrySet()) {
                var times = measured(server, List.of(side.getValue())).getOrDefault("time", Set.of());
                assertThat(list(places)).allSatisfy(place -> assertThat(times)
                        .contains(place.path(side.getKey()).path("time").asDouble()));
            }
            var files = Files.createDirectory(other.resolve("logs"));
            Files.writeString(files.resolve(tcp.filename()), tcp.text());
            Files.writeString(files.resolve(fabric.filename()), fabric.text());
            var spec = Files.writeString(other.resolve("mine.yaml"), SPEC);
            var one = drawn(spec, server.root() + "uploads/" + a.substring(0, 16));
            var two = drawn(spec, files.toString());
            var busbw = measured(server, List.of(a)).getOrDefault("busbw", Set.of());
            assertThat(one).hasSize(18).allSatisfy(value -> assertThat(busbw).contains(value));
            // Both runs have the same key but for their file: each is a series of its own, and nothing is averaged.
            assertThat(two).hasSize(36).allSatisfy(
                    value -> assertThat(measured(server, List.of(a, b)).getOrDefault("busbw", Set.of()))
                            .contains(value));
        }
    }

    private static final String SPEC = """
            name: mine
            title: GH200
            source: two nodes
            aggregation: nothing is averaged
            where: {operation: all_reduce, placement: out_of_place}
            x: {column: message_bytes, scale: log2}
            y: {metric: busbw}
            series: {by: source, name: "{}"}
            panels:
              - {title: All-Reduce}
            """;

    /** The values of a figure's CSV. */
    private List<Double> drawn(Path spec, String data) throws Exception {
        var out = other.resolve("drawn");
        var ended = ServerProcess.run("figures", "--data", data, "--spec", spec.toString(), "--format", "csv", "--out",
                out.toString());
        assertThat(ended.code()).as(ended.output()).isZero();
        return Files.readAllLines(out.resolve("mine.csv")).stream().skip(1)
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(',') + 1))).toList();
    }

    private static void assertMeasured(JsonNode answer, Set<Double> measured) {
        int points = 0;
        for (var curve : answer.path("series")) {
            for (var point : curve.path("points")) {
                points++;
                if (point.path("n").asInt() == 1) {
                    assertThat(measured).contains(point.path("y").asDouble());
                } else {
                    assertThat(answer.path("aggregation").asString()).contains("the median of");
                    assertThat(point.path("low").asDouble()).isLessThanOrEqualTo(point.path("y").asDouble());
                    assertThat(point.path("high").asDouble()).isGreaterThanOrEqualTo(point.path("y").asDouble());
                }
                assertThat(measured).contains(point.path("min").asDouble(), point.path("max").asDouble());
            }
        }
        assertThat(points).isPositive();
    }

    private static void assertTwoRunsThatDifferAreTwoCurves(ServerProcess server) throws Exception {
        var gh200 = "operation=all_reduce&placement=out_of_place&place=" + encoded("nid005471 nid005487") + GH200;
        for (var combine : List.of("", "&combine=repetitions", "&combine=places")) {
            var answer = server.json("series?metric=busbw&" + gh200 + combine);
            assertThat(list(answer.path("series"))).as(combine).hasSize(2)
                    .allSatisfy(curve -> assertThat(list(curve.path("runs"))).hasSize(1))
                    .extracting(curve -> last(curve.path("points")).path("y").asDouble())
                    .containsExactlyInAnyOrder(5.42, 121.49);
        }
        assertThat(server.json("series?metric=busbw&combine=repetitions&" + gh200).path("warnings").toString())
                .contains("differ by more than a factor of 1.5 though their logs say the same");
        var byDefault = server.json("series?metric=busbw&" + gh200);
        assertThat(byDefault.path("combined").asString()).isEqualTo("runs");
        assertThat(names(byDefault.path("common"))).contains("operation", "ranks", "nodes", "gpu", "place",
                "placement");
        assertThat(list(byDefault.path("differs"))).extracting(JsonNode::asString).containsExactly("run");
    }

    private static void assertVersionsClustersAndToolsAreApart(ServerProcess server, String chosen) throws Exception {
        var answer = server.json("series?metric=busbw&combine=repetitions&ranks=16&placement=out_of_place&" + chosen);
        assertThat(list(answer.path("series"))).extracting(curve -> curve.path("key").path("tool").asString() + " "
                + curve.path("key").path("libraryVersion").asString("") + " "
                + curve.path("key").path("gpu").asString()).containsExactlyInAnyOrder(
                        "gpucomm 2.28.3 NVIDIA H100 80GB HBM3", "nccl-tests 2.27.5+cuda12.9 NVIDIA H100 80GB HBM3",
                        "nccl-tests 2.28.3+cuda12.9 NVIDIA H100 80GB HBM3", "nccl-tests  NVIDIA GH200 120GB");
        var along = server
                .json("series?x=gpus&metric=busbw&bytes=134217728&placement=out_of_place&tool=nccl-tests&" + chosen);
        assertThat(list(along.path("series"))).as("one stack and one place each").hasSize(4)
                .allSatisfy(
                        curve -> assertThat(list(curve.path("points")).stream().filter(p -> p.path("x").asInt() >= 16))
                                .allSatisfy(point -> assertThat(point.path("n").asInt()).isEqualTo(1)));
        for (var combine : List.of("runs", "repetitions", "versions", "places")) {
            var whole = server.json("series?metric=busbw&combine=" + combine + "&" + chosen);
            int drawn = whole.path("series").size();
            assertThat(whole.path("matching").path("curves").asInt()).as(combine).isEqualTo(drawn);
            assertThat(whole.path("matching").path("atLeast").asBoolean()).as(combine).isFalse();
            // The two of GH200 that do not agree are two curves also where fewer are shown.
            assertThat(server.json("series?metric=busbw&limit=1&combine=" + combine + "&" + chosen).path("matching")
                    .path("curves").asInt()).as(combine).isEqualTo(drawn);
        }
        var all = server.json("series?metric=busbw&combine=runs&limit=5&" + chosen);
        assertThat(all.path("matching").path("curves").asInt()).isGreaterThan(12);
        assertThat(list(all.path("series"))).hasSize(5);
        assertThat(all.path("truncated").asBoolean()).isTrue();
        assertThat(list(all.path("fix"))).isNotEmpty().first().satisfies(fix -> assertThat(
                list(fix.path("values")).stream().mapToInt(value -> value.path("curves").asInt()).sum())
                .isEqualTo(all.path("matching").path("curves").asInt()));
    }

    @Test
    void aCurveOfWhichTheNumberOfGpusIsNotKnownSaysSo() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var known = FleetLogs.nights(2, 1);
            upload(server, known);
            upload(server, new Log("unknown.csv", known.text().replace(",2,16,,", ",,,,")));
            upload(server, FleetLogs.nights(4, 1));
            assertThat(list(server.json("series?metric=busbw&combine=repetitions&operation=all_reduce").path("series")))
                    .extracting(curve -> curve.path("label").asString())
                    .containsExactlyInAnyOrder("16 GPUs", "32 GPUs", "number of GPUs not known");
        }
    }

    /** Both have eight ranks on the same two nodes, and the same times. */
    @Test
    void runsWhoseRanksLieOtherwiseOnAsManyNodesShareNoPoint() throws Exception {
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            var inOrder = upload(server, FleetLogs.gh200OverFabric());
            var byTurns = upload(server, FleetLogs.byTurns(FleetLogs.gh200OverFabric(), 2));
            var view = "metric=busbw&operation=all_reduce&placement=out_of_place" + GH200;
            for (var combine : List.of("repetitions", "versions", "places")) {
                var series = server.json("series?combine=" + combine + "&" + view).path("series");
                assertThat(list(series)).as(combine).hasSize(2)
                        .extracting(curve -> curve.path("label").asString() + curve.path("runs"))
                        .containsExactlyInAnyOrder("4 a node[\"" + inOrder.getFirst() + "\"]",
                                "4 a node by turns[\"" + byTurns.getFirst() + "\"]");
            }
            assertThat(list(server.json("histories?operation=all_reduce" + GH200).path("items"))).isEmpty();
            var facets = server.json("facets?operation=all_reduce" + GH200);
            assertThat(facets.path("layout").toString()).isEqualTo(
                    "[{\"value\":\"4 a node\",\"count\":36},{\"value\":\"4 a node by turns\",\"count\":36}]");
            assertThat(facets.path("place").toString())
                    .isEqualTo("[{\"value\":\"nid005471 nid005487\",\"count\":72}]");
            assertThat(facets.path("transport").toString()).isEqualTo("[{\"value\":\"none\",\"count\":72}]");
            assertFacetsAreThoseOfTheRows(server, GH200);
        }
    }

    /** Whatever is chosen, each count is that of the measurements which curves of that choice are made of. */
    private static void assertFacetsAreThoseOfTheRows(ServerProcess server, String gh200) throws Exception {
        var byTurns = "&layout=" + encoded("4 a node by turns");
        long until = server.json("overview").path("data").path("until").asLong();
        for (var chosen : List.of(byTurns, "&bytes=1048576", "&bytes=1048576" + byTurns, "&until=" + until,
                "&bytes=1048576&until=" + (until - 1), "&until=" + (until - 1))) {
            var facets = server.json("facets?metric=busbw&operation=all_reduce" + gh200 + chosen);
            for (var name : List.of("placement", "layout", "place", "links", "environment", "tool")) {
                for (var each : facets.path(name)) {
                    var others = chosen.replaceAll("&" + name + "=[^&]*", "");
                    var series = server.json("series?metric=busbw&combine=runs&operation=all_reduce" + gh200 + others
                            + "&" + name + "=" + encoded(each.path("value").asString()));
                    long drawn = list(series.path("series")).stream()
                            .flatMap(curve -> list(curve.path("points")).stream())
                            .mapToLong(point -> point.path("n").asLong()).sum();
                    assertThat(each.path("count").asLong()).as(chosen + " " + name + " " + each).isEqualTo(drawn);
                }
            }
            long bytes = list(facets.path("bytes")).stream().mapToLong(each -> each.path("count").asLong()).sum();
            long sizes = chosen.contains("bytes=") ? 18 : 1;
            assertThat(bytes).as(chosen).isEqualTo(sizes * list(facets.path("tool")).stream()
                    .mapToLong(each -> each.path("count").asLong()).sum());
        }
    }

    @Test
    void uploadsThatComeLaterOrHaveNothingToDoWithItChangeNoCurveOfAPinnedLink() throws Exception {
        var related = List.of(FleetLogs.gh200OverTcp(), FleetLogs.gh200OverFabric());
        var unrelated = FleetLogs.all().stream().filter(log -> log.filename().startsWith("h100")).toList();
        var view = "series?metric=busbw&operation=all_reduce" + GH200 + "&until=";
        Map<String, String> curves;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            for (var log : related) {
                upload(server, log);
            }
            long until = server.json(view).path("data").path("until").asLong();
            curves = curves(server.json(view + until));
            assertThat(curves).hasSize(4);
            for (var log : unrelated) {
                upload(server, log);
            }
            var jupiter = new Log("late.log", FleetLogs.gh200OverFabric().text().replace("122", "121"));
            upload(server, jupiter);
            var pinned = server.json(view + until);
            assertThat(curves(pinned)).isEqualTo(curves);
            assertThat(pinned.path("data").path("newer").asInt()).as("runs that would change it").isEqualTo(1);
            assertThat(pinned.path("data").path("pinned").asBoolean()).isTrue();
            assertThat(curves(server.json(view))).hasSize(6);
        }
        var shuffled = new ArrayList<>(unrelated);
        shuffled.addAll(related);
        Collections.shuffle(shuffled, new Random(11));
        try (var server = ServerProcess.start(other)) {
            server.awaitImports();
            for (var log : shuffled) {
                upload(server, log);
            }
            long until = server.json(view).path("data").path("until").asLong();
            assertThat(curves(server.json(view + until))).as("in another order, with others between").isEqualTo(curves);
            var together = related.stream().map(Log::text).reduce("", String::concat);
            upload(server, new Log("both.log", together));
            assertThat(curves(server.json(view + until))).as("both again in one file, later").isEqualTo(curves);
            assertThat(new HashSet<>(curves(server.json(view)).values())).as("the same points in one file")
                    .isEqualTo(new HashSet<>(curves.values()));
        }
    }

    /** The points of each curve, by its id. */
    private static Map<String, String> curves(JsonNode answer) {
        var curves = new HashMap<String, String>();
        for (var curve : answer.path("series")) {
            curves.put(curve.path("id").asString(), curve.path("points").toString());
        }
        return curves;
    }

    private static List<String> upload(ServerProcess server, Log log) throws IOException, InterruptedException {
        var answer = ServerProcess.json(server.upload(log.filename(), log.text()));
        assertThat(answer.path("state").asString()).as(log.filename()).isEqualTo("ready");
        assertThat(answer.path("problems").asInt()).as(log.filename()).isZero();
        return list(server.json("uploads/" + answer.path("id").asString()).path("runIds")).stream()
                .map(JsonNode::asString).toList();
    }

    /** Every value that was measured, by metric. */
    private static Map<String, Set<Double>> measured(ServerProcess server, List<String> runs) throws Exception {
        var columns = Map.of("busbw_GBps", "busbw", "algbw_GBps", "algbw", "time_us", "time");
        var measured = new HashMap<String, Set<Double>>();
        for (var run : runs) {
            var points = server.json("runs/" + run + "/points?size=5000");
            for (int i = 0; i < points.path("columns").size(); i++) {
                var metric = columns.get(points.path("columns").get(i).asString());
                for (var row : points.path("rows")) {
                    if (metric != null && !row.get(i).isNull()) {
                        measured.computeIfAbsent(metric, added -> new TreeSet<>()).add(row.get(i).asDouble());
                    }
                }
            }
        }
        return measured;
    }

    private static List<String> names(JsonNode said) {
        return list(said).stream().map(each -> each.path("name").asString()).toList();
    }

    private static JsonNode last(JsonNode points) {
        return points.get(points.size() - 1);
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
