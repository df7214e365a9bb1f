package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Pages of a search are those of its runs that a look at each run of the whole list finds, whatever their number. */
@Tag("nightly")
class PagedRunsTest {

    /** More than are put in order by themselves, so that both ways are gone. */
    private static final int RUNS = 3_600;
    private static final List<String> OPERATIONS = List.of("all_reduce", "all_gather", "alltoall");
    private static final List<String> SORTS = List.of("-startedAt", "startedAt", "-ranks", "operations", "filename",
            "-maxBusbw");

    /** What is asked, and which runs it is. */
    private static final Map<String, Predicate<JsonNode>> SEARCHES = Map.of("", run -> true,
            "operation=all_reduce", run -> has(run, "operations", "all_reduce"),
            "operation=all_reduce&ranks=16", run -> has(run, "operations", "all_reduce") && has(run, "ranks", "16"),
            "q=alltoall", run -> has(run, "operations", "alltoall"),
            "q=h200%2016%20ranks", run -> run.path("gpu").asString().contains("H200") && has(run, "ranks", "16"),
            "q=all&operation=all_gather", run -> has(run, "operations", "all_gather"),
            "q=8%20ranks&gpu=NVIDIA%20H100",
            run -> run.path("gpu").asString().equals("NVIDIA H100") && has(run, "ranks", "8"),
            "tag=seen", run -> has(run, "tags", "seen"),
            "q=nowhere", run -> false);

    @TempDir
    private Path folder;

    @Test
    void theyAreWhatALookAtEachRunFindsInTheSameOrder() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            assertThat(server.send(server.request("/api/v1/uploads?wait=60&filename=fleet.csv")
                    .POST(BodyPublishers.ofString(csv()))).statusCode()).isEqualTo(201);
            var first = server.json("runs?size=1").path("items").get(0).path("id").asString();
            assertThat(server.send("PUT", "runs/" + first + "/marks", "{\"tags\": [\"seen\"]}").statusCode())
                    .isEqualTo(200);
            for (var sort : SORTS) {
                var all = server.json("runs?size=5000&sort=" + sort).path("items").valueStream().toList();
                assertThat(all).hasSize(RUNS);
                assertThat(SEARCHES.values().stream().filter(each -> all.stream().filter(each).count() > 1_000).count())
                        .as("searches of many").isGreaterThan(1);
                for (var search : SEARCHES.entrySet()) {
                    var expected = ids(all.stream().filter(search.getValue()).toList());
                    assertThat(paged(server, search.getKey() + "&sort=" + sort, expected.size()))
                            .as(search.getKey() + " " + sort).isEqualTo(expected);
                }
            }
        }
    }

    /** All pages, one after the other, and the one behind them, which is empty. */
    private static List<String> paged(ServerProcess server, String search, int total) throws Exception {
        var ids = new ArrayList<String>();
        int size = 700;
        for (int page = 0; page <= total / size + 1; page++) {
            var answer = server.json("runs?size=" + size + "&page=" + page + "&" + search);
            assertThat(answer.path("total").asInt()).as(search).isEqualTo(total);
            ids.addAll(ids(answer.path("items").valueStream().toList()));
        }
        return ids;
    }

    private static List<String> ids(List<JsonNode> runs) {
        return runs.stream().map(run -> run.path("id").asString()).toList();
    }

    private static boolean has(JsonNode run, String field, String value) {
        return run.path(field).valueStream().anyMatch(each -> each.asString().equals(value));
    }

    /** Runs of three operations on three GPUs and two numbers of nodes, several begun at the same second. */
    private static String csv() {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int run = 0; run < RUNS; run++) {
            csv.append(String.format(Locale.ROOT,
                    "run-%d.log,%d,nccl-tests,,nccl,2.28.3,%s,,,NVIDIA %s,%d,%d,,1048576,float,sum,,out_of_place,20,%d.5,,,,,1.25,%d.19,0,,2026-10-%02dT02:00:00Z,,,,%n",
                    run, run + 1, OPERATIONS.get(run % 3), List.of("H100", "H200", "B200").get(run / 3 % 3),
                    1 + run / 9 % 2, 8 + 8 * (run / 9 % 2), 10 + run % 7, run % 11, 1 + run % 28));
        }
        return csv.toString();
    }
}
