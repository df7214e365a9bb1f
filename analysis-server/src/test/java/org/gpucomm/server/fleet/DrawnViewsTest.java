package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.gpucomm.server.fleet.FleetLogs.Log;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scaling, History and Compare as files: their numbers are those of the answers that pages draw, and the marks are there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
class DrawnViewsTest {

    private static final String CHOICE = "operation=all_reduce&tool=gpucomm&gpu="
            + URLEncoder.encode("NVIDIA H100 80GB HBM3", StandardCharsets.UTF_8);
    private static final long MIB = 1 << 20;

    @TempDir
    static Path dataDir;

    private ServerProcess server;

    /** Four numbers of GPUs. One night 1 MiB was wrong and 2 MiB not checked; at 32 GPUs neither. */
    @BeforeAll
    void start() throws Exception {
        server = ServerProcess.start(dataDir);
        server.awaitImports();
        upload(FleetLogs.nights(2, 1));
        upload(with(FleetLogs.nights(2, 2), MIB, "3"));
        upload(with(FleetLogs.nights(2, 3), 2 * MIB, ""));
        upload(with(FleetLogs.nights(4, 1), 2 * MIB, ""));
        upload(FleetLogs.nights(4, 2));
        upload(FleetLogs.nights(8, 1));
        upload(FleetLogs.nights(16, 1));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void scalingAsCsvHasTheNumbersOfItsAnswerAndWhatIsKnownOfTheirData() throws Exception {
        var lines = csv("scaling.csv?metric=time&" + CHOICE);
        var known = new HashMap<String, JsonNode>();
        for (var curve : server.json("scaling?" + CHOICE).path("curves")) {
            for (var point : curve.path("points")) {
                known.put(curve.path("bytes").asLong() + " on " + point.path("ranks").asInt(), point);
            }
        }
        assertThat(lines).hasSize(known.size()).hasSize(18 * 4).allSatisfy(line -> {
            var point = known.get(line.get("bytes") + " on " + line.get("x_ranks"));
            assertThat(number(line, "y_time")).isEqualTo(point.path("time").asDouble());
            assertThat(line.get("n")).isEqualTo(point.path("n").asString());
            assertThat(line.get("data").equals("right")).isEqualTo(point.path("checked").asBoolean());
            assertThat(number(line, "min")).isLessThanOrEqualTo(number(line, "y_time"));
            assertThat(number(line, "max")).isGreaterThanOrEqualTo(number(line, "y_time"));
            assertThat(line.get("runs").split(" ").length).isPositive();
        });
        assertThat(data(lines, "bytes", "x_ranks"))
                .containsEntry("1048576 16", "2 right 0 unchecked 1 wrong: n 2 right")
                .containsEntry("2097152 16", "2 right 1 unchecked 0 wrong: n 3 unchecked")
                .containsEntry("2097152 32", "1 right 1 unchecked 0 wrong: n 2 unchecked")
                .containsEntry("4194304 16", "3 right 0 unchecked 0 wrong: n 3 right");
    }

    /** Medians and extremes recomputed from the three runs' own rows; efficiency is against 16 GPUs. */
    @Test
    void scalingDrawsMediansOfTheRunsAndRatiosToTheFewestGpus() throws Exception {
        var times = times(2, 4 * MIB);
        var sorted = times.values().stream().sorted().toList();
        var line = csv("scaling.csv?metric=time&bytes=4194304&" + CHOICE).stream()
                .filter(each -> each.get("x_ranks").equals("16")).findFirst().orElseThrow();
        assertThat(number(line, "y_time")).isEqualTo(sorted.get(1));
        assertThat(List.of(number(line, "min"), number(line, "max"))).containsExactly(sorted.get(0), sorted.get(2));
        var efficiency = csv("scaling.csv?metric=efficiency&bytes=4194304&" + CHOICE);
        var busbw = csv("scaling.csv?metric=busbw&bytes=4194304&" + CHOICE);
        for (int i = 0; i < 3; i++) {
            assertThat(number(efficiency.get(i), "y_efficiency")).isCloseTo(
                    100 * number(busbw.get(i), "y_busbw") / number(busbw.getFirst(), "y_busbw"), within(1e-9));
        }
    }

    @Test
    void forecastsStandInTheirOwnColumnsAndAreNotMeasured() throws Exception {
        var lines = csv("scaling.csv?metric=time&forecast=true&bytes=4194304&" + CHOICE);
        var forecast = server.json("scaling?forecast=true&bytes=4194304&" + CHOICE).path("curves").get(0)
                .path("forecast").path("points");
        var told = lines.stream().filter(line -> line.get("data").equals("forecast")).toList();
        assertThat(told).hasSize(forecast.size() + 1).allSatisfy(line -> {
            assertThat(line.get("n")).isEqualTo("0");
            assertThat(line.get("min")).isEmpty();
        });
        for (int i = 0; i < forecast.size(); i++) {
            assertThat(number(told.get(i + 1), "y_time")).isEqualTo(forecast.get(i).path("time").asDouble());
            assertThat(number(told.get(i + 1), "interval_low")).isEqualTo(forecast.get(i).path("low").asDouble());
            assertThat(number(told.get(i + 1), "interval_high")).isEqualTo(forecast.get(i).path("high").asDouble());
        }
    }

    /** 32 MiB on 16 GPUs, 64 MiB on 32 and 128 MiB on 64 are 2 MiB a rank. */
    @Test
    void atTheSameBytesARankEachPointIsOfAnotherMessage() throws Exception {
        var lines = csv("scaling.csv?metric=time&fixed=rank&" + CHOICE).stream()
                .filter(line -> line.get("series").equals("2 MiB a rank")).toList();
        assertThat(lines).extracting(line -> line.get("x_ranks")).containsExactly("16", "32", "64");
        var stack = server.json("scaling?" + CHOICE).path("curves");
        for (var line : lines) {
            long bytes = 2 * MIB * Long.parseLong(line.get("x_ranks"));
            for (var curve : stack) {
                for (var point : curve.path("points")) {
                    if (curve.path("bytes").asLong() == bytes
                            && point.path("ranks").asString().equals(line.get("x_ranks"))) {
                        assertThat(number(line, "y_time")).isEqualTo(point.path("time").asDouble());
                    }
                }
            }
        }
    }

    @Test
    void aHistoryAsCsvHasTheTimesOfItsRuns() throws Exception {
        var id = history();
        var runs = server.json("histories/" + id + "?" + CHOICE).path("runs");
        var sizes = server.json("histories/" + id + "?" + CHOICE).path("sizes");
        assertThat(sizes.toString()).as("one night has no right 1 MiB").doesNotContain("1048576,")
                .contains("4194304");
        int at = 0;
        while (sizes.get(at).asLong() != 4 * MIB) {
            at++;
        }
        var lines = csv("history.csv?id=" + id + "&size=4194304&" + CHOICE);
        assertThat(lines).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(lines.get(i).get("x_run")).isEqualTo(String.valueOf(i + 1));
            assertThat(number(lines.get(i), "y_time")).isEqualTo(runs.get(i).path("times").get(at).asDouble());
            assertThat(lines.get(i).get("n") + lines.get(i).get("data")).isEqualTo("1right");
        }
        var means = csv("history.csv?id=" + id + "&" + CHOICE);
        double first = mean(runs.get(0).path("times"));
        for (int i = 0; i < 3; i++) {
            assertThat(number(means.get(i), "y_time_over_first")).isCloseTo(mean(runs.get(i).path("times")) / first,
                    within(1e-12));
            assertThat(means.get(i).get("n")).isEqualTo(String.valueOf(sizes.size()));
            assertThat(means.get(i).get("min")).as("a mean over sizes has no least").isEmpty();
        }
        assertThat(means.get(2).get("unchecked") + means.get(2).get("data")).isEqualTo("1unchecked");
        var all = server.get("/api/v1/history.csv?" + CHOICE);
        assertThat(all.statusCode()).isEqualTo(400);
        assertThat(all.body()).contains("histories match; name one by id");
        assertThat(server.get("/api/v1/history.svg?size=5&id=" + id + "&" + CHOICE).statusCode()).isEqualTo(400);
    }

    @Test
    void aComparisonAsCsvHasTheValuesOfBothSidesAndTheirRatioWithItsInterval() throws Exception {
        var sides = sides();
        var places = server.json("compare?" + sides).path("places");
        var lines = csv("compare.csv?metric=busbw&" + sides);
        assertThat(lines).hasSize(2 * places.size());
        for (var place : places) {
            for (var side : List.of("a", "b")) {
                var line = lines.stream()
                        .filter(each -> each.get("x_message_bytes").equals(place.path("bytes").asString())
                                && each.get("side").equals(side.toUpperCase(java.util.Locale.ROOT)))
                        .findFirst().orElseThrow();
                assertThat(number(line, "y_busbw")).isEqualTo(place.path(side).path("busbw").asDouble());
                assertThat(line.get("n")).isEqualTo(place.path(side).path("repetitions").asString());
            }
        }
        var ratios = csv("compare.csv?show=ratio&" + sides);
        for (int i = 0; i < places.size(); i++) {
            double effect = places.get(i).path("effect").asDouble();
            assertThat(number(ratios.get(i), "y_speed_of_b")).isCloseTo(1 / (1 + effect), within(1e-12));
            assertThat(number(ratios.get(i), "interval_low")).isCloseTo(1 / (1 + places.get(i).path("high").asDouble()),
                    within(1e-12));
            assertThat(ratios.get(i).get("min")).isEmpty();
        }
        assertThat(data(ratios, "x_message_bytes", "series")).containsEntry("2097152 A / B",
                "1 right 1 unchecked 0 wrong: n 2 unchecked");
    }

    @Test
    void everyViewIsAPictureInLightAndDarkWithItsMarksAndFlags() throws Exception {
        var id = history();
        for (var view : List.of("scaling.%s?metric=time&bytes=1048576&bytes=2097152&" + CHOICE,
                "history.%s?id=" + id + "&" + CHOICE, "compare.%s?" + sides(), "compare.%s?show=ratio&" + sides())) {
            var pictures = new ArrayList<String>();
            for (var theme : List.of("light", "dark")) {
                var svg = server.get("/api/v1/" + view.formatted("svg") + "&theme=" + theme);
                assertThat(svg.statusCode()).as(view + svg.body()).isEqualTo(200);
                assertThat(svg.headers().firstValue("Content-Disposition").orElseThrow())
                        .endsWith((theme.equals("dark") ? "-dark" : "") + ".svg\"");
                pictures.add(svg.body());
            }
            assertThat(pictures.get(0)).as(view).isNotEqualTo(pictures.get(1));
            for (var face : Map.of("png", "PNG", "pdf", "%PDF").entrySet()) {
                assertThat(server.get("/api/v1/" + view.formatted(face.getKey())).body()).contains(face.getValue());
            }
            var notes = JsonMapper.shared().readTree(server.get("/api/v1/" + view.formatted("json")).body());
            assertThat(notes.path("address").asString()).contains("until=");
            assertThat(notes.path("series").toString()).contains("unchecked");
            assertThat(server.get("/api/v1/" + view.formatted("gif")).statusCode()).isEqualTo(404);
        }
        var scaling = JsonMapper.shared()
                .readTree(server.get("/api/v1/scaling.json?metric=time&bytes=1048576&" + CHOICE).body());
        assertThat(scaling.path("notes").toString()).contains("1 measurement with wrong data is left out");
        var flagged = JsonMapper.shared()
                .readTree(server.get("/api/v1/scaling.json?metric=time&bytes=4194304&" + CHOICE).body());
        assertThat(flagged.path("series").get(0).path("flags").toString()).contains("1 of 7 runs: wrong data");
        var hidden = server.get("/api/v1/history.json?hide=runs&id=" + id + "&" + CHOICE).body();
        assertThat(JsonMapper.shared().readTree(hidden).path("series")).isEmpty();
    }

    /** What findings say of a bundled run on two H200: a cliff between two sizes, and what NVLink can carry. */
    @Test
    void placesThatFindingsSpeakOfAreMarkedInPicturesOfCurvesAndOfComparisons() throws Exception {
        var runs = server.json("runs?q=h200_nvshmem_host&operation=alltoall").path("items");
        var run = runs.get(0).path("id").asString();
        var ranges = new HashSet<String>();
        var levels = new HashSet<String>();
        for (var finding : server.json("findings?run=" + run).path("items")) {
            for (var mark : finding.path("marks")) {
                var place = mark.path("from") + " to " + mark.path("to");
                if (mark.path("axis").asString().equals("size")) {
                    ranges.add(place);
                } else if (mark.path("axis").asString().equals("busbw")) {
                    levels.add(place);
                }
            }
        }
        assertThat(ranges).hasSize(1);
        assertThat(levels).hasSize(1);
        var curves = "series.svg?metric=busbw&run=" + run;
        var compared = "compare.svg?metric=busbw&variant=" + URLEncoder.encode("device+block", StandardCharsets.UTF_8)
                + "&a=" + run + "&b=" + runs.get(1).path("id").asString();
        for (var view : List.of(curves, compared)) {
            assertThat(shades(svg(view))).as(view).isEqualTo(1);
            assertThat(shades(svg(view + "&marks=off"))).as(view).isZero();
        }
        assertThat(dashes(svg(curves))).isEqualTo(1);
        assertThat(dashes(svg(curves + "&marks=off"))).isZero();
    }

    private String svg(String view) throws Exception {
        return server.get("/api/v1/" + view).body();
    }

    private static long shades(String svg) {
        return Pattern.compile("<rect [^>]*style='fill:rgb\\(243,245,247\\)'").matcher(svg).results().count();
    }

    private static long dashes(String svg) {
        return Pattern.compile("<line [^>]*stroke-dasharray").matcher(svg).results().count();
    }

    private String sides() throws Exception {
        var runs = server.json("runs?ranks=16&sort=startedAt&" + CHOICE).path("items");
        return "a=" + runs.get(0).path("id").asString() + "&b=" + runs.get(2).path("id").asString();
    }

    private String history() throws Exception {
        for (var history : server.json("histories?" + CHOICE).path("items")) {
            if (history.path("ranks").asInt() == 16) {
                return history.path("id").asString();
            }
        }
        throw new AssertionError("no history on 16 GPUs");
    }

    /** Of each night at one size, as the run's own rows say. */
    private Map<String, Double> times(int nodes, long bytes) throws Exception {
        var times = new TreeMap<String, Double>();
        for (var run : server.json("runs?ranks=" + 8 * nodes + "&" + CHOICE).path("items")) {
            var points = server.json("runs/" + run.path("id").asString() + "/points");
            var columns = new ArrayList<String>();
            points.path("columns").forEach(column -> columns.add(column.asString()));
            for (var row : points.path("rows")) {
                if (row.get(columns.indexOf("message_bytes")).asLong() == bytes) {
                    times.put(run.path("id").asString(), row.get(columns.indexOf("time_us")).asDouble());
                }
            }
        }
        return times;
    }

    private static double mean(JsonNode times) {
        double product = 1;
        for (var time : times) {
            product *= Math.pow(time.asDouble(), 1.0 / times.size());
        }
        return product;
    }

    private List<CSVRecord> csv(String path) throws Exception {
        var answer = server.get("/api/v1/" + path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get()
                .parse(new java.io.StringReader(answer.body())).getRecords();
    }

    private static Map<String, String> data(List<CSVRecord> lines, String... names) {
        var data = new HashMap<String, String>();
        for (var line : lines) {
            data.put(line.get(names[0]) + " " + line.get(names[1]),
                    line.get("right") + " right " + line.get("unchecked")
                            + " unchecked " + line.get("wrong") + " wrong: n " + line.get("n") + " "
                            + line.get("data"));
        }
        return data;
    }

    private static double number(CSVRecord line, String column) {
        return Double.parseDouble(line.get(column));
    }

    /** The same night with another count of wrong elements at one size. */
    private static Log with(Log log, long bytes, String wrong) {
        var text = new StringBuilder();
        for (var line : log.text().split("\n")) {
            text.append(line.contains(",," + bytes + ",float")
                    ? line.replaceFirst(",0,,2025", "," + wrong + ",,2025")
                    : line)
                    .append('\n');
        }
        assertThat(text.toString()).isNotEqualTo(log.text());
        return new Log(log.filename(), text.toString());
    }

    private void upload(Log log) throws Exception {
        var answer = ServerProcess.json(server.upload(log.filename(), log.text()));
        assertThat(answer.path("state").asString()).as(answer.toString()).isEqualTo("ready");
    }
}
