package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.fleet.FleetLogs.Log;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** What can be chosen on a pinned link is counted over the uploads that its sender saw, by message size too. */
@Tag("nightly")
class PinnedFacetsTest {

    private static final List<Log> SEEN = List.of(FleetLogs.nights(2, 1, 2), FleetLogs.nights(2, 3),
            FleetLogs.nights(4, 1), cut(FleetLogs.nights(4, 2)));
    private static final List<String> CHOICES = List.of("", "operation=all_reduce", "bytes=1048576",
            "bytes=1048576&bytes=134217728&metric=busbw", "ranks=32&bytes=1048576", "ranks=16&metric=time",
            "place=none&bytes=1048576", "operation=all_gather&bytes=1048576");

    @TempDir
    private Path dataDir;

    @Test
    void onH2() throws Exception {
        assertPinned();
    }

    @Test
    void onPostgresql() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            assertPinned("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
        }
    }

    private void assertPinned(String... arguments) throws Exception {
        var options = new java.util.ArrayList<>(List.of("--no-bundled"));
        options.addAll(List.of(arguments));
        Map<String, JsonNode> seen;
        long until;
        try (var server = ServerProcess.start(dataDir, options.toArray(new String[0]))) {
            upload(server, SEEN);
            until = server.json("overview").path("data").path("until").asLong();
            seen = facets(server, until);
            assertThat(facets(server, Long.MAX_VALUE)).as("what is pinned now is all").isEqualTo(seen);
            assertThat(counts(seen.get(""), "bytes")).isEqualTo(countedInTheFiles(row -> true));
            assertThat(counts(seen.get("ranks=16&metric=time"), "bytes"))
                    .isEqualTo(countedInTheFiles(row -> row[11].equals("16")));
            assertThat(counts(seen.get("bytes=1048576"), "ranks")).isEqualTo(Map.of("16", 3L, "32", 2L));
            assertThat(counts(seen.get("bytes=1048576&bytes=134217728&metric=busbw"), "ranks"))
                    .as("the last of a night is cut").isEqualTo(Map.of("16", 6L, "32", 3L));
            upload(server, FleetLogs.all());
            upload(server, List.of(FleetLogs.nights(2, 9), FleetLogs.nights(4, 9, 10)));
            assertThat(facets(server, until)).isEqualTo(seen);
            assertThat(counts(facets(server, Long.MAX_VALUE).get("bytes=1048576"), "ranks")).containsEntry("32",
                    10L);
        }
    }

    private static Map<String, JsonNode> facets(ServerProcess server, long until) throws Exception {
        var facets = new TreeMap<String, JsonNode>();
        for (var choice : CHOICES) {
            facets.put(choice, server.json("facets?" + choice + (until == Long.MAX_VALUE ? "" : "&until=" + until)));
        }
        return facets;
    }

    private static Map<String, Long> counts(JsonNode facets, String dimension) {
        return StreamSupport.stream(facets.path(dimension).spliterator(), false)
                .collect(Collectors.toMap(each -> each.path("value").asString(), each -> each.path("count").asLong()));
    }

    /** Rows of the uploaded files by message size, taken from their text. */
    private static Map<String, Long> countedInTheFiles(Predicate<String[]> wanted) {
        return SEEN.stream().flatMap(log -> log.text().lines().skip(1)).map(line -> line.split(",")).filter(wanted)
                .collect(Collectors.groupingBy(row -> row[13], Collectors.counting()));
    }

    /** The same log without its last row, as of a run that was ended. */
    private static Log cut(Log log) {
        return new Log("cut-" + log.filename(), log.text().substring(0, log.text().strip().lastIndexOf('\n') + 1));
    }

    private static void upload(ServerProcess server, List<Log> logs) throws IOException, InterruptedException {
        for (var log : logs) {
            var answer = ServerProcess.json(server.upload(log.filename(), log.text()));
            assertThat(answer.path("state").asString()).as(log.filename() + answer).isEqualTo("ready");
        }
    }
}
