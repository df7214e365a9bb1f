package org.gpucomm.analysis.hardware;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

import org.gpucomm.analysis.evidence.Evidence;

/**
 * Form of a profile to fill in, for hardware in the results that has no profile.
 *
 * @param id       proposed id
 * @param name     name in the results
 * @param instance whether the name is an instance type; false for a GPU
 * @param nodeGpus number of GPUs per node in the results; 0 if not reported
 */
public record ProfileForm(String id, String name, boolean instance, int nodeGpus) {

    /** Returns a form for each unknown kind of hardware; empty if all have profiles. */
    public static List<ProfileForm> of(Evidence evidence, Profiles profiles) {
        var forms = new LinkedHashMap<String, ProfileForm>();
        for (var curve : evidence.alongSize()) {
            var key = curve.subject();
            boolean isInstance = !key.instanceType().isEmpty();
            var name = isInstance ? key.instanceType() : key.gpu();
            if (!name.isEmpty() && profiles.of(key.instanceType(), key.gpu()).isEmpty()) {
                int most = curve.cells().stream().filter(cell -> cell.nodes() > 0)
                        .mapToInt(cell -> cell.ranks() / cell.nodes()).max().orElse(0);
                forms.merge(name, new ProfileForm(id(name), name, isInstance, most),
                        (one, other) -> one.nodeGpus() >= other.nodeGpus() ? one : other);
            }
        }
        return new ArrayList<>(forms.values());
    }

    private static String id(String name) {
        var id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return id.isEmpty() ? "ours" : id.substring(0, Math.min(60, id.length()));
    }

    /** Returns an entry of the file for {@code --hardware}, with FILL for values that are not in the results. */
    public String yaml() {
        var quoted = "\"" + name.replace("\\", "").replace("\"", "") + "\"";
        return String.join("\n", "- id: " + id, "  title: " + quoted, "  instances: [" + (instance ? quoted : "") + "]",
                "  gpus: [" + (instance ? "" : quoted) + "]",
                "  node_gpus: " + (nodeGpus > 0 ? String.valueOf(nodeGpus) : "FILL")
                        + "     # that reach one another over NVLink; the results used so many",
                "  nvlink: FILL     # of one GPU; that of PCIe where it has none",
                "  nic: FILL         # of all interfaces of a node; or none",
                "  pcie: FILL       # of one GPU to its host", "  hbm: FILL        # memory of one GPU",
                "  fabric: FILL     # between nodes: efa, infiniband, roce, slingshot, tcpxo, mnnvl",
                "  source: FILL     # where these figures are published",
                "  values: []       # what your nodes reach: {operation: all_reduce, nodes: 2, bytes: 8589934592, busbw: 380, source: acceptance}");
    }
}
