package org.gpucomm.server.analysis.explain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.EvidenceCommand;
import org.gpucomm.server.analysis.hardware.Profiles;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** This command writes the form of a hardware profile for what results name and no profile has. */
@Command(name = "hardware", mixinStandardHelpOptions = true,
        description = "Writes the form of a hardware profile for hardware that no profile has: fill it in, and give it as "
                + "--hardware to explain, accept and serve.",
        footer = {"", "Exit code 0; 1 if a file has no results; 2 usage."})
public final class HardwareCommand extends EvidenceCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or tables in any format that convert reads, or folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    /** @param nodeGpus as the results have it; 0 = not told */
    private record Named(boolean isInstance, int nodeGpus) {}

    @Override
    public Integer call() {
        var unknown = unknown(read(files).evidence());
        if (unknown.isEmpty()) {
            out().println("# Every instance type and GPU that these results name is in a profile already.");
        } else {
            out().println("# Bandwidths in GB/s (10^9 bytes/s), one way. Put a number in place of each FILL.");
            unknown.forEach(this::form);
        }
        out().flush();
        return isAnyRefused() ? 1 : 0;
    }

    private static Map<String, Named> unknown(Evidence evidence) {
        var profiles = Profiles.bundled();
        var unknown = new LinkedHashMap<String, Named>();
        for (var curve : evidence.alongSize()) {
            var key = curve.subject();
            boolean isInstance = !key.instanceType().isEmpty();
            var name = isInstance ? key.instanceType() : key.gpu();
            if (!name.isEmpty() && profiles.of(key.instanceType(), key.gpu()).isEmpty()) {
                int most = curve.cells().stream().filter(cell -> cell.nodes() > 0)
                        .mapToInt(cell -> cell.ranks() / cell.nodes()).max().orElse(0);
                unknown.merge(name, new Named(isInstance, most),
                        (one, other) -> one.nodeGpus() >= other.nodeGpus() ? one : other);
            }
        }
        return unknown;
    }

    private void form(String name, Named named) {
        var id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        var quoted = "\"" + name.replace("\"", "") + "\"";
        var nodeGpus = named.nodeGpus() > 0 ? String.valueOf(named.nodeGpus()) : "FILL";
        out().println(String.join("\n", "- id: " + id, "  title: " + quoted,
                "  instances: [" + (named.isInstance() ? quoted : "") + "]",
                "  gpus: [" + (named.isInstance() ? "" : quoted) + "]",
                "  node_gpus: " + nodeGpus + "     # that reach one another over NVLink; the results used so many",
                "  nvlink: FILL     # of one GPU; that of PCIe where it has none",
                "  nic: FILL         # of all interfaces of a node; or none",
                "  pcie: FILL       # of one GPU to its host", "  hbm: FILL        # memory of one GPU",
                "  fabric: FILL     # between nodes: efa, infiniband, roce, slingshot, tcpxo, mnnvl",
                "  source: FILL     # where these figures are published",
                "  values: []       # what your nodes reach: {operation: all_reduce, nodes: 2, bytes: 8589934592, busbw: 380, source: acceptance}"));
    }
}
