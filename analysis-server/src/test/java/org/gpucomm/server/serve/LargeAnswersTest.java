package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with 512 MB of heap refuses what is too large for it to answer, says what to narrow, and goes on. */
@Tag("nightly")
class LargeAnswersTest {

    private static final int SIZES = 70_000;
    private static final int NIGHTS = 9;

    @TempDir
    private Path folder;

    @Test
    void moreMeasurementsThanAreReadAtOnceAreRefusedAndFewerOfThemAreNot() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            for (int night = 1; night <= NIGHTS; night++) {
                var sent = server.send(server.request("/api/v1/uploads?wait=60&filename=night-" + night + ".csv")
                        .POST(BodyPublishers.ofString(csv(night))));
                assertThat(ServerProcess.json(sent).path("state").asString()).isEqualTo("ready");
            }
            for (var asked : List.of("series?x=size&operation=all_reduce", "series?x=gpus&operation=all_reduce",
                    "series?x=size&operation=all_reduce&combine=runs")) {
                var answer = server.json(asked);
                assertThat(answer.path("warnings").valueStream().map(each -> each.asString()).toList()).as(asked)
                        .contains("too many measurements match to be read at once; choose more narrowly");
                assertThat(answer.path("series").size()).as(asked).isZero();
                assertThat(answer.path("matching").path("measurements").asLong()).as(asked)
                        .isEqualTo((long) SIZES * NIGHTS);
            }
            var scaling = server.get("/api/v1/scaling?operation=all_reduce");
            assertThat(scaling.statusCode()).isEqualTo(400);
            assertThat(scaling.body()).contains(SIZES * NIGHTS + " measurements match", "choose more narrowly");
            var history = server.json("histories").path("items").get(0).path("id").asString();
            var all = server.get("/api/v1/histories/" + history);
            assertThat(all.statusCode()).isEqualTo(400);
            assertThat(all.body()).contains(SIZES * (NIGHTS - 1) + " measurements", "choose some days");
            assertThat(server.json("histories/" + history + "?from=2026-11-05").path("runs").size())
                    .isEqualTo(NIGHTS - 5);
            var run = server.json("runs?size=1").path("items").get(0).path("id").asString();
            assertThat(server.json("series?x=size&run=" + run).path("series").get(0).path("points").size())
                    .isEqualTo(SIZES);
            assertThat(server.json("series?x=gpus&operation=all_reduce&bytes=512").path("series").get(0).path("points")
                    .valueStream().mapToInt(point -> point.path("n").asInt()).sum()).isEqualTo(NIGHTS);
            assertThat(server.get("/api/v1/scaling?operation=all_reduce&bytes=512").statusCode()).isEqualTo(200);
        }
        try (var again = ServerProcess.start(folder, "--no-bundled")) {
            assertThat(again.json("overview").path("points").asLong()).isEqualTo((long) SIZES * NIGHTS);
        }
    }

    /** As a tool prints them that goes through all sizes; nights are alike but for the last, on 16 ranks. */
    private static String csv(int night) {
        int nodes = night == NIGHTS ? 2 : 1;
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int size = 1; size <= SIZES; size++) {
            csv.append(String.format(Locale.ROOT,
                    "night-%d.log,1,nccl-tests,,nccl,,all_reduce,,,,%d,%d,,%d,float,sum,,out_of_place,20,%d.5,,,,,1.25,2.19,0,,2026-11-%02dT02:00:00Z,,,,%n",
                    night, nodes, 8 * nodes, size, night, night));
        }
        return csv.toString();
    }
}
