package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.assertj.core.api.SoftAssertions;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What logs of nccl-tests and messages of NCCL tell of versions, hosts, GPUs, parameters and the network. */
final class NcclFingerprint {

    private static final List<String> CHANNELS = List.of("coll channels", "collnet channels", "nvls channels",
            "p2p channels", "p2p channels per peer");

    private NcclFingerprint() {}

    static void expect(Path log, JsonNode expected) throws Exception {
        if (!expected.has("format")) {
            return;
        }
        var facts = Reading.ofFile(log).entries().stream().filter(Entry.Note.class::isInstance)
                .map(Entry.Note.class::cast).toList();
        var softly = new SoftAssertions();
        expectSame(softly, expected, "device_names", values(facts, "gpu"));
        expectSame(softly, expected, "nccl_tests_version", values(facts, "nccl_tests_version"));
        if (!log.toString().contains("-tuner.")) { // the one that shares another's expectation had another version
            expectSame(softly, expected, "nccl_version_lines", values(facts, "nccl_version"));
        }
        expectSame(softly, expected, "nccl_version", values(facts, "nccl_version"));
        expectSame(softly, expected, "cuda_driver", values(facts, "cuda_driver_version"));
        expectSame(softly, expected, "network", values(facts, "network"));
        expectSame(softly, expected, "nranks", values(facts, "ranks"));
        expectSame(softly, expected, "nnodes", values(facts, "nodes"));
        expectSame(softly, expected, "ofi_plugin", values(facts, "ofi_plugin"));
        expectSame(softly, expected, "ofi_provider", values(facts, "provider"));
        expectSame(softly, expected, "ofi_nics", values(facts, "nics"));
        expectSame(softly, expected, "libfabric", values(facts, "libfabric_version"));
        expectSame(softly, expected, "transport_protocol", values(facts, "transport_protocol"));
        expectSame(softly, expected, "platform", values(facts, "platform"));
        expectSame(softly, expected, "programs", values(facts, "operation").stream().map(name -> name + "_perf")
                .collect(Collectors.toCollection(TreeSet::new)));
        if (expected.has("hosts")) {
            softly.assertThat(values(facts, "host")).as("hosts").hasSize(expected.path("hosts").asInt());
        }
        if (expected.has("nvls")) {
            softly.assertThat(values(facts, "nvls")).containsExactly("available");
        }
        if (expected.path("gdrdma_lines").asInt(0) > 0) {
            softly.assertThat(values(facts, "gpu_direct_rdma")).containsExactly("enabled");
        }
        expected.path("env_set").forEach(name -> softly.assertThat(values(facts, "env:" + name.asString()))
                .as(name.asString()).isNotEmpty());
        expectChannels(softly, facts, expected.path("channels").path(0));
        expectParameters(softly, facts, expected.path("nThread_nGpus_min_max"));
        softly.assertAll();
        expectRanks(Reading.ofFile(log), expected);
    }

    private static void expectSame(SoftAssertions softly, JsonNode expected, String name, Set<String> values) {
        if (expected.has(name)) {
            var wanted = new TreeSet<String>();
            expected.path(name).forEach(value -> wanted.add(value.asString()));
            softly.assertThat(values).as(name).isEqualTo(wanted);
        }
    }

    private static void expectChannels(SoftAssertions softly, List<Entry.Note> facts, JsonNode counts) {
        var words = new ArrayList<String>();
        for (int i = 0; i < counts.size(); i++) {
            if (!counts.get(i).asString().isEmpty()) {
                words.add(counts.get(i).asString() + " " + CHANNELS.get(i));
            }
        }
        if (!words.isEmpty()) {
            softly.assertThat(values(facts, "channels")).containsExactly(String.join(", ", words));
        }
    }

    /** {@code nThread nGpus minBytes maxBytes} of each run; of many the first two stand there. */
    private static void expectParameters(SoftAssertions softly, List<Entry.Note> facts, JsonNode runs) {
        var names = List.of("nThread", "nGpus", "minBytes", "maxBytes");
        for (int run = 0; run < runs.size() && runs.get(run).isArray(); run++) {
            for (int i = 0; i < names.size(); i++) {
                int section = run + 1;
                softly.assertThat(
                        values(facts.stream().filter(note -> note.section() == section).toList(), names.get(i)))
                        .as("%s of run %d", names.get(i), section).containsExactly(runs.get(run).get(i).asString());
            }
        }
    }

    private static void expectRanks(Reading reading, JsonNode expected) {
        if (expected.path("distinct_rank_ids").asInt(0) > 0) {
            assertThat(reading.measurements()).extracting(m -> m.platform().ranks())
                    .allMatch(Integer.valueOf(expected.path("distinct_rank_ids").asInt())::equals);
        }
        for (var code : expected.path("nccl_library_code")) {
            int number = code.asInt();
            var version = number / 10_000 + "." + number / 100 % 100 + "." + number % 100;
            assertThat(reading.measurements()).extracting(m -> m.stack().libraryVersion())
                    .allSatisfy(printed -> assertThat(printed).startsWith(version));
        }
    }

    private static Set<String> values(List<Entry.Note> notes, String name) {
        return notes.stream().flatMap(note -> note.facts().stream()).filter(fact -> fact.name().equals(name))
                .map(Entry.Fact::value).collect(Collectors.toCollection(TreeSet::new));
    }
}
