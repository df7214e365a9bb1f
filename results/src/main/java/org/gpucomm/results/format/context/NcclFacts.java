package org.gpucomm.results.format.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Entry.Fact;

/** Facts about a run in the library's own log: versions, network, topology, settings. */
final class NcclFacts {

    private static final Pattern COMMUNICATOR = Pattern
            .compile("\\bn[Rr]anks (\\d{1,7})\\b(?:.*\\bnNodes (\\d{1,6})\\b)?");
    private static final Pattern BOOTSTRAP = Pattern.compile("^Bootstrap ?: Using (?:\\[\\d+\\])?([\\w.-]+):");
    private static final Pattern CHANNELS = Pattern.compile("^(\\d{1,4}) coll channels");
    private static final Pattern PROVIDER = Pattern.compile(
            "Selected [Pp]rovider is ([\\w;.-]+)(?:, fabric is ([\\w;.-]+))?(?: \\(found (\\d{1,4}) nics?\\))?");
    private static final Pattern ENVIRONMENT = Pattern.compile("^(\\w+) set (?:by environment )?to (.*?)\\.?$");
    private static final Pattern SET_BY_PLUGIN = Pattern.compile("Setting (\\w+) environment variable to (\\S+)");
    /** {@code NET/OFI Setting NCCL_NVLS_CHUNKSIZE to 512KiB}, in the plugin's own units. */
    private static final Pattern PLUGIN_SETS = Pattern
            .compile("^NET/OFI Setting (NCCL_\\w+)(?: environment variable to | to |=)\\S");

    private NcclFacts() {}

    static List<Fact> of(NcclMessage message) {
        var text = message.text();
        var facts = new ArrayList<Fact>();
        if (message.warning()) {
            facts.add(new Fact("nccl_warning", text));
            return facts;
        }
        if (text.startsWith("Channel ")) {
            channel(text, facts);
            return facts;
        }
        after(text, "NCCL version ", "nccl_version", facts);
        after(text, text.startsWith("RCCL version : ") ? "RCCL version : " : "RCCL version ", "rccl_version", facts);
        bootstrap(text, facts);
        after(text, "cudaDriverVersion ", "cuda_driver_version", facts);
        rest(text, "Using network ", "network", facts);
        after(text, "NET/OFI Initializing aws-ofi-nccl ", "ofi_plugin", facts);
        after(text, "NET/OFI Using aws-ofi-nccl ", "ofi_plugin", facts);
        after(text, "Using Libfabric version ", "libfabric_version", facts);
        after(text, "Using transport protocol ", "transport_protocol", facts);
        after(text, "Using CUDA runtime version ", "cuda_version", facts);
        rest(text, "NET/Plugin: Loaded net plugin ", "net_plugin", facts);
        plugins(text, facts);
        platform(text, facts);
        provider(text, facts);
        environment(text, facts);
        topology(text, facts);
        return facts;
    }

    /** Adds plugins; a missing one has a line for each version of its interface, the last without a number. */
    private static void plugins(String text, List<Fact> facts) {
        rest(text, "NET/Plugin: Loaded coll plugin ", "coll_plugin", facts);
        rest(text, "Using tuner plugin: ", "tuner_plugin", facts);
        rest(text, "TUNER/Plugin: Using tuner plugin ", "tuner_plugin", facts);
        if (text.startsWith("NET/Plugin: Failed to find ncclCollNetPlugin symbol")) {
            facts.add(new Fact("coll_plugin", "none"));
        }
        if (text.startsWith("TUNER/Plugin: ") && text.contains("sing internal tuner")) {
            facts.add(new Fact("tuner_plugin", "none"));
        }
    }

    /** Adds the interface over which ranks find one another: {@code Bootstrap : Using ib0:10.0.0.1<0>}, older {@code [0]ib0:…}. */
    private static void bootstrap(String text, List<Fact> facts) {
        found(BOOTSTRAP, "Bootstrap", text).ifPresent(found -> facts.add(new Fact(Fact.BOOTSTRAP, found.group(1))));
    }

    private static void topology(String text, List<Fact> facts) {
        found(COMMUNICATOR, "anks ", text).filter(_ -> text.contains("comm ")).ifPresent(communicator -> {
            facts.add(new Fact("ranks", communicator.group(1)));
            add("nodes", communicator, 2, facts);
        });
        found(CHANNELS, " coll channels", text).ifPresent(channels -> {
            facts.add(new Fact("coll_channels", channels.group(1)));
            facts.add(new Fact("channels", text));
        });
        if (text.startsWith("NVLS multicast support is ")) {
            facts.add(new Fact("nvls", text.contains("not available") ? "not available" : "available"));
        }
        if (text.startsWith("NET/IB : Using") || text.startsWith("NET/IB: Using")) {
            facts.add(new Fact("ib_devices", text.substring(text.indexOf("Using") + 5).strip()));
        }
        if (text.startsWith("NET/IB : No device found")) {
            facts.add(new Fact("ib_devices", "none"));
        }
        if (text.startsWith("GPU Direct RDMA ")) {
            facts.add(new Fact("gpu_direct_rdma", text.contains("Enabled") ? "enabled" : "disabled"));
        }
    }

    /** Adds the transport between ranks: {@code Channel 00/0 : 0[0] -> 8[0] [send] via NET/AWS Libfabric/3/GDRDMA}. */
    private static void channel(String text, List<Fact> facts) {
        int via = text.indexOf(" via ");
        if (via < 0) {
            return;
        }
        var way = text.substring(via + 5);
        if (way.endsWith("/GDRDMA")) {
            facts.add(new Fact("gpu_direct_rdma", "enabled"));
        }
        if (way.startsWith("NET/")) {
            int slash = way.indexOf('/', 4);
            facts.add(new Fact("transport_between_nodes", slash < 0 ? way : way.substring(0, slash)));
        } else if (way.startsWith("P2P") || way.startsWith("SHM")) {
            facts.add(new Fact("transport_within_node", way));
        }
    }

    private static void platform(String text, List<Fact> facts) {
        int at = text.indexOf("Running on ");
        int end = text.indexOf(" platform", at + 11);
        if (at >= 0 && end > at) {
            var platform = text.substring(at + 11, end);
            facts.add(new Fact("platform", platform));
            if (platform.indexOf('.') > 0) {
                facts.add(new Fact("instance_type", platform));
            }
        }
    }

    private static void provider(String text, List<Fact> facts) {
        found(PROVIDER, "Selected ", text).ifPresent(provider -> {
            facts.add(new Fact("provider", provider.group(1)));
            add("fabric", provider, 2, facts);
            add("nics", provider, 3, facts);
        });
    }

    private static void environment(String text, List<Fact> facts) {
        found(ENVIRONMENT, " set ", text).ifPresent(set -> {
            Environment.fact(set.group(1), set.group(2)).ifPresent(facts::add);
            if (set.group(1).startsWith("NCCL_")) {
                facts.add(new Fact("nccl_read", set.group(1)));
            }
        });
        found(PLUGIN_SETS, "Setting ", text).ifPresent(set -> facts.add(new Fact("plugin_set", set.group(1))));
        found(SET_BY_PLUGIN, "Setting ", text)
                .flatMap(set -> Environment.fact(set.group(1), set.group(2))).ifPresent(facts::add);
    }

    /** Finds a pattern in a text, after a quick check for fixed words of the pattern, which most texts of a long log lack. */
    private static Optional<Matcher> found(Pattern pattern, String words, String text) {
        return text.contains(words) ? Optional.of(pattern.matcher(text)).filter(Matcher::find) : Optional.empty();
    }

    private static void add(String name, Matcher matcher, int group, List<Fact> facts) {
        if (matcher.group(group) != null) {
            facts.add(new Fact(name, matcher.group(group)));
        }
    }

    private static void after(String text, String words, String name, List<Fact> facts) {
        int at = text.indexOf(words);
        if (at >= 0) {
            var value = text.substring(at + words.length()).strip();
            int end = value.indexOf(' ');
            value = end < 0 ? value : value.substring(0, end);
            if (!value.isEmpty()) {
                facts.add(new Fact(name, value.endsWith(",") ? value.substring(0, value.length() - 1) : value));
            }
        }
    }

    private static void rest(String text, String words, String name, List<Fact> facts) {
        if (text.startsWith(words)) {
            facts.add(new Fact(name, text.substring(words.length()).strip()));
        }
    }
}
