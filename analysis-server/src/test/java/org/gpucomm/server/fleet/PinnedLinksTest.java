package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

import org.gpucomm.server.fleet.FleetLogs.Log;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What every page asks for, pinned to the uploads that its sender saw. */
@Tag("nightly")
class PinnedLinksTest {

    private static final String CHOICE = "operation=all_reduce&tool=gpucomm&gpu="
            + URLEncoder.encode("NVIDIA H100 80GB HBM3", StandardCharsets.UTF_8);
    /** Two numbers of GPUs; the first file has the runs of two nights. */
    private static final List<Log> NIGHTS = List.of(FleetLogs.nights(2, 1, 2), FleetLogs.nights(2, 3),
            FleetLogs.nights(4, 1), FleetLogs.nights(4, 2));
    private static final Log LATER = FleetLogs.nights(2, 9);
    private static final List<Log> OTHERS = FleetLogs.all().stream()
            .filter(log -> !log.filename().startsWith("gpucomm")).toList();
    /** Names that the server gives, and where it came to know something. */
    private static final Set<String> NAMES = Set.of("data", "id", "run", "runs", "url", "upload", "storedAt", "source",
            "section", "filename", "before", "after", "headline", "title");

    @TempDir
    private Path dataDir;

    @Test
    void everyPageShowsTheDataThatItsSenderSawAndSaysWhatWouldChangeIt() throws Exception {
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            upload(server, NIGHTS);
            long until = server.json("overview").path("data").path("until").asLong();
            var pages = pages(server);
            var seen = new LinkedHashMap<String, JsonNode>();
            for (var page : pages.keySet()) {
                var answer = server.json(pinned(page, until));
                assertThat(answer.path("data").path("pinned").asBoolean()).as(page).isTrue();
                assertThat(answer.path("data").path("newer").asInt(-1)).as(page).isZero();
                seen.put(page, withoutData(answer));
                assertThat(withoutData(server.json(page))).as("what is pinned now is all: " + page)
                        .isEqualTo(seen.get(page));
            }
            int before = server.json("overview").path("runs").asInt();
            upload(server, OTHERS);
            upload(server, List.of(LATER));
            int added = server.json("overview").path("runs").asInt() - before;
            for (var page : pages.keySet()) {
                var answer = server.json(pinned(page, until));
                assertThat(withoutData(answer)).as(page).isEqualTo(seen.get(page));
                boolean ofAll = page.startsWith("overview");
                assertThat(answer.path("data").path("newer").asInt()).as(page)
                        .isEqualTo(ofAll ? added : pages.get(page));
                if (ofAll || pages.get(page) > 0) {
                    assertThat(withoutData(server.json(page))).as(page).isNotEqualTo(seen.get(page));
                }
            }
            var facets = "facets?" + CHOICE;
            assertThat(server.get("/api/v1/" + pinned(facets, until)).body()).contains("\"value\":16,\"count\":54");
            assertThat(server.get("/api/v1/" + facets).body()).contains("\"value\":16,\"count\":72");
            var later = server.json("runs?q=nights-2-9").path("items").get(0).path("id").asString();
            for (var page : List.of("runs/" + later, "compare?a=" + later + "&b=" + later)) {
                var refused = server.get("/api/v1/" + pinned(page, until));
                assertThat(refused.statusCode()).as(page).isEqualTo(404);
                assertThat(refused.body()).contains("came after number " + until);
            }
        }
    }

    /** The pages, with how many of the runs of {@link #LATER} would change each. */
    private static Map<String, Integer> pages(ServerProcess server) throws Exception {
        var runs = list(server.json("runs?q=nights&sort=startedAt").path("items"));
        var history = list(server.json("histories?" + CHOICE).path("items")).stream()
                .filter(each -> each.path("ranks").asInt() == 16).findFirst().orElseThrow().path("id").asString();
        var pages = new LinkedHashMap<String, Integer>();
        pages.put("overview", 0);
        pages.put("uploads?q=nights", 1);
        pages.put("runs?size=100&" + CHOICE, 1);
        pages.put("runs/" + runs.getFirst().path("id").asString(), 0);
        pages.put("series?metric=busbw&" + CHOICE, 1);
        pages.put("series?x=gpus&metric=time&" + CHOICE, 1);
        pages.put("scaling?forecast=true&" + CHOICE, 1);
        pages.put("histories?" + CHOICE, 1);
        pages.put("histories/" + history + "?" + CHOICE, 1);
        pages.put("compare?a=" + runs.getFirst().path("id").asString() + "&b="
                + runs.getLast().path("id").asString(), 0);
        return pages;
    }

    /** In another order, between other uploads, and each night a file of its own. */
    @Test
    void orderSplittingAndOtherUploadsChangeNoNumberOfAPinnedLink(@TempDir Path other) throws Exception {
        Map<String, Object> numbers;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            upload(server, NIGHTS);
            numbers = numbers(server);
        }
        assertThat(numbers.values()).allSatisfy(each -> assertThat(each.toString()).hasSizeGreaterThan(200));
        var logs = new ArrayList<>(OTHERS);
        logs.addAll(NIGHTS.subList(1, NIGHTS.size()));
        logs.add(FleetLogs.nights(2, 1));
        logs.add(FleetLogs.nights(2, 2));
        Collections.shuffle(logs, new Random(17));
        try (var server = ServerProcess.start(other)) {
            server.awaitImports();
            upload(server, logs);
            assertThat(numbers(server)).isEqualTo(numbers);
        }
    }

    /** What is drawn, written and listed, by page, without the names of uploads and runs. */
    private static Map<String, Object> numbers(ServerProcess server) throws Exception {
        long until = server.json("overview").path("data").path("until").asLong();
        var numbers = new TreeMap<String, Object>();
        numbers.put("runs", named(server.json(pinned("runs?sort=startedAt&" + CHOICE, until)).path("items"),
                run -> run.path("startedAt").asString() + run.path("ranks")));
        numbers.put("scaling", named(server.json(pinned("scaling?forecast=true&" + CHOICE, until)).path("curves"),
                curve -> curve.path("series").asString() + curve.path("bytes")));
        var histories = server.json(pinned("histories?" + CHOICE, until)).path("items");
        numbers.put("histories", named(histories, history -> history.path("id").asString()));
        for (var history : histories) {
            var id = history.path("id").asString();
            numbers.put("history " + history.path("ranks"),
                    StreamSupport.stream(server.json(pinned("histories/" + id + "?" + CHOICE, until)).path("runs")
                            .spliterator(), false).map(run -> run.path("at") + " " + run.path("times")).toList());
        }
        var runs = list(server.json("runs?ranks=16&sort=startedAt&" + CHOICE).path("items"));
        var compare = "compare?a=" + runs.getFirst().path("id").asString() + "&b="
                + runs.getLast().path("id").asString();
        numbers.put("compare", named(server.json(pinned(compare, until)).path("places"),
                place -> place.path("title").asString() + place.path("bytes")));
        return numbers;
    }

    private static Map<String, JsonNode> named(JsonNode items, java.util.function.Function<JsonNode, String> name) {
        var named = new TreeMap<String, JsonNode>();
        for (var item : items) {
            var bare = ((ObjectNode) item).deepCopy();
            NAMES.forEach(bare::remove);
            assertThat(named.put(name.apply(item), bare)).as("two of one name").isNull();
        }
        return named;
    }

    private static String pinned(String page, long until) {
        return page + (page.contains("?") ? "&" : "?") + "until=" + until;
    }

    private static JsonNode withoutData(JsonNode answer) {
        var bare = ((ObjectNode) answer).deepCopy();
        assertThat(bare.remove("data")).isNotNull();
        return bare;
    }

    private static void upload(ServerProcess server, List<Log> logs) throws IOException, InterruptedException {
        for (var log : logs) {
            var answer = ServerProcess.json(server.upload(log.filename(), log.text()));
            assertThat(answer.path("state").asString()).as(log.filename() + answer).isEqualTo("ready");
        }
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
