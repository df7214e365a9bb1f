package org.gpucomm.server.serve;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is said of some runs, anyone who asks and in whichever way. */
final class SameAnswers {

    private final ServerProcess server;

    SameAnswers(ServerProcess server) {
        this.server = server;
    }

    /** Six nights before an update and six after, which costs 8 % from 1 MiB up: asked on the command line, of the server, by an agent. */
    void theSameIsSaidOfTheSameRunsWhereverItIsAsked(Path folder) throws Exception {
        var ids = new ArrayList<String>();
        var random = new Random(17);
        for (int night = 0; night < 12; night++) {
            double slower = night < 6 ? 1 : 1.08;
            var log = AnalysisSteps.log("said-3", "22907", "night " + night,
                    bytes -> (10 + bytes / 20e3) * (bytes >= 1 << 20 ? slower : 1)
                            * (1 + 0.004 * random.nextGaussian()));
            var name = "said-%02d.log".formatted(night);
            var side = Files.createDirectories(folder.resolve(night < 6 ? "before" : "after"));
            Files.writeString(side.resolve(name), log);
            ids.add(ServerProcess.json(server.upload(name, log)).path("runIds").get(0).asString());
            if (night == 0) {
                var said = server.json("findings?run=" + ids.getFirst());
                var explained = command("explain", "--all", "--format", "json", side.resolve(name).toString());
                assertThat(explained.path("headline").path("sentence"))
                        .isEqualTo(said.path("headline").path("sentence"));
                assertThat(AnalysisSteps.items(explained.path("findings")))
                        .extracting(each -> each.path("sentence").asString())
                        .containsExactlyElementsOf(
                                AnalysisSteps.items(said.path("items")).stream()
                                        .map(each -> each.path("sentence").asString()).toList());
            }
        }
        var before = ids.subList(0, 6);
        var after = ids.subList(6, 12);
        var page = server
                .json("compare?" + AnalysisSteps.parameters("a", before) + "&" + AnalysisSteps.parameters("b", after));
        var command = command("compare", folder.resolve("before").toString(), folder.resolve("after").toString(),
                "--format", "json");
        var agent = tool("compare", "{\"a\":%s,\"b\":%s,\"limit\":100}".formatted(quoted(before), quoted(after)));
        for (var said : List.of(command, agent)) {
            assertThat(said.path("headline").asString()).endsWith(withoutNames(page));
            assertThat(AnalysisSteps.items(said.path("places"))).extracting(SameAnswers::judged)
                    .containsExactlyElementsOf(
                            AnalysisSteps.items(page.path("places")).stream().map(SameAnswers::judged).toList());
        }
        var filter = "operation=all_reduce&placement=out_of_place&" + AnalysisSteps.parameters("run", ids);
        var id = server.json("histories?" + filter).path("items").path(0).path("id").asString();
        var change = server.json("histories/" + id + "?" + filter).path("changes").path(0);
        assertThat(change.path("after").asString()).isEqualTo(after.getFirst());
        var slower = AnalysisSteps.items(page.path("places")).stream()
                .filter(each -> each.path("verdict").asString().equals("slower")).toList();
        assertThat(AnalysisSteps.items(change.path("sizes"))).extracting(JsonNode::asLong)
                .containsExactlyElementsOf(slower.stream().map(each -> each.path("bytes").asLong()).toList());
        assertThat(change.path("effect").asDouble()).isBetween(
                slower.stream().mapToDouble(each -> each.path("low").asDouble()).max().orElseThrow(),
                slower.stream().mapToDouble(each -> each.path("high").asDouble()).min().orElseThrow());
    }

    private static String judged(JsonNode place) {
        return "%d %s %.9g".formatted(place.path("bytes").asLong(), place.path("verdict").asString(),
                place.path("effect").asDouble());
    }

    private static String withoutNames(JsonNode page) {
        var headline = page.path("headline").asString();
        return headline.substring(headline.indexOf(": "));
    }

    private static JsonNode command(String... arguments) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(ServerProcess.run(arguments).output());
    }

    private static String quoted(List<String> ids) {
        return ids.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    /** What the protocol itself reports to an agent. */
    private JsonNode tool(String name, String arguments) throws IOException, InterruptedException {
        var answer = server.send(server.request("/mcp").header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name
                        + "\",\"arguments\":" + arguments + "}}")));
        var body = answer.body();
        return JsonMapper.shared().readTree(body.substring(body.indexOf('{'))).path("result").path("structuredContent");
    }
}
