package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.format.LauncherOptions;

/**
 * Parts of a run's fingerprint that determine how and where all its rows were measured. A text is empty if the log does not state it.
 *
 * @param timing    way in which the tool measures time: {@code graph}, {@code blocking}, {@code many in flight}, {@code 10
     *                  operations a time}
 * @param layout    placement of ranks on nodes, if the log states more than both numbers: {@code 4+4+2}, {@code 8 a node}
 * @param links     links between the GPUs of a node: {@code 18 NVLinks a GPU}
 * @param transport network between nodes and its provider: {@code AWS Libfabric, efa}, {@code Socket}
 * @param settings  environment variables that change how the libraries run, and NVLS and registered buffers
 */
public record Circumstances(String timing, String layout, String links, String transport, String settings,
        Place place) {

    public static final Circumstances UNKNOWN = new Circumstances("", "", "", "", "", Place.UNKNOWN);

    /** Timing of tests of bandwidth, whose messages overlap, so that their size / bandwidth is not the time of one. */
    static final String IN_FLIGHT = "many in flight";

    private static final String ENVIRONMENT = "env:";
    private static final Pattern VARIABLE = Pattern
            .compile("(NCCL|RCCL|NVSHMEM|NVSHMEMTEST|FI|OFI|UCX|UCC|MSCCL|MSCCLPP|MPICH)_[A-Z0-9_]+"
                    + "|CUDA_LAUNCH_BLOCKING|CUDA_DEVICE_MAX_CONNECTIONS|HSA_FORCE_FINE_GRAIN_PCIE");
    /** Variables for output, listening and bootstrap, which do not change the measured transfers. */
    private static final Pattern WITHOUT_EFFECT = Pattern
            .compile(
                    ".*(DEBUG|LOG|WARN|VERBOSE|INFO|DUMP|IFNAME|COMM_ID|BOOTSTRAP|_PATH|_HOME|_DIR|CONF_FILE|VERSION).*");

    /** Statement of a log. */
    public record Fact(String name, String value) {}

    /** Reads the facts of one run, including those before its first section, in any order. */
    public static Circumstances of(Collection<Fact> facts) {
        var values = new TreeMap<String, TreeSet<String>>();
        for (var fact : facts) {
            // The runner's fingerprint of several hosts joins one value of each.
            for (var value : fact.value().split(" \\| ")) {
                values.computeIfAbsent(fact.name(), name -> new TreeSet<>()).add(value.strip());
            }
        }
        return new Circumstances(timing(values), joined(values, "ranks_on_nodes"), links(values), transport(values),
                settings(values), Place.of(values));
    }

    private static String timing(Map<String, TreeSet<String>> values) {
        var parts = new ArrayList<String>();
        if (isOn(values, "graph")) {
            parts.add("graph");
        }
        if (isOn(values, "blocking")) {
            parts.add("blocking");
        }
        if (joined(values, "ucx_test").contains("bandwidth")) {
            parts.add(IN_FLIGHT);
        }
        var together = joined(values, "agg_iters");
        if (!together.isEmpty() && !together.equals("1")) {
            parts.add(together + " operations a time");
        }
        return String.join(", ", parts);
    }

    private static boolean isOn(Map<String, TreeSet<String>> values, String name) {
        var value = joined(values, name);
        return !value.isEmpty() && !value.equals("0") && !value.equals("false");
    }

    private static String links(Map<String, TreeSet<String>> values) {
        var links = joined(values, "nvlinks_per_gpu");
        var all = joined(values, "nvlink_between_all");
        return links.isEmpty()
                ? ""
                : links + " NVLinks a GPU" + (all.equals("no") ? ", not between all" : "");
    }

    private static String transport(Map<String, TreeSet<String>> values) {
        // NCCL names the network even if all ranks are on one node, so that one node and two have the same transport.
        var chosen = Stream.of("network", "transport_between_nodes", "net_plugin").map(name -> joined(values, name))
                .filter(name -> !name.isEmpty()).findFirst().orElse("");
        var parts = Stream.of(chosen, joined(values, "provider"), joined(values, "transport_protocol"))
                .filter(part -> !part.isEmpty()).toList();
        return parts.isEmpty() && values.containsKey("ofi_plugin") ? "AWS Libfabric" : String.join(", ", parts);
    }

    private static String settings(Map<String, TreeSet<String>> values) {
        var settings = new TreeMap<String, String>();
        values.forEach((name, given) -> {
            var bare = name.startsWith(ENVIRONMENT) ? name.substring(ENVIRONMENT.length()) : name;
            if (VARIABLE.matcher(bare).matches() && !WITHOUT_EFFECT.matcher(bare).matches()) {
                settings.put(bare, String.join("|", given));
            }
        });
        if (values.containsKey("nvls")) {
            settings.put("nvls", joined(values, "nvls"));
        }
        for (var command : values.getOrDefault("command", new TreeSet<>())) {
            if (command.contains("_perf")) {
                LauncherOptions.value(command, "-R")
                        .ifPresent(registered -> settings.put("registered_buffers", registered));
            }
        }
        return settings.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue().replace(';', ','))
                .collect(Collectors.joining(";"));
    }

    private static String joined(Map<String, TreeSet<String>> values, String name) {
        return String.join("|", values.getOrDefault(name, new TreeSet<>()));
    }

    /** Returns the text for a table's column, which {@link #parse} reads. */
    public String text() {
        return Stream.of(timing, layout, links, transport, settings, place.cluster(), place.hosts())
                .map(part -> part.replace('\t', ' ')).collect(Collectors.joining("\t"));
    }

    /** Returns a hash of the text as 32 hexadecimal digits, the same on every server. */
    public String hash() {
        return SeriesRow.hash(List.of(text()));
    }

    /** Reads the result of {@link #text()}. The empty text means that nothing is known. */
    public static Circumstances parse(String text) {
        var parts = new ArrayList<>(List.of(text.split("\t", -1)));
        while (parts.size() < 7) {
            parts.add("");
        }
        return new Circumstances(parts.get(0), parts.get(1), parts.get(2), parts.get(3), parts.get(4),
                new Place(parts.get(5), parts.get(6)));
    }
}
