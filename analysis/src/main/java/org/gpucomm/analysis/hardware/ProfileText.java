package org.gpucomm.analysis.hardware;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of profiles in the form that {@link Profiles} reads. */
public final class ProfileText {

    private ProfileText() {}

    /** Returns an entry of the file, with line ends. */
    public static String of(Profile profile) {
        var lines = new ArrayList<>(List.of("- id: " + profile.id(), "  title: " + quoted(profile.title()),
                "  instances: " + list(profile.instances()), "  gpus: " + list(profile.gpus()),
                "  node_gpus: " + profile.nodeGpus(), "  nvlink: " + number(profile.nvlink()),
                "  nic: " + (profile.nic() == null ? "none" : number(profile.nic()))));
        if (profile.interfaces() != null) {
            lines.add("  interfaces: " + profile.interfaces());
        }
        lines.add("  pcie: " + number(profile.pcie()));
        lines.add("  hbm: " + number(profile.hbm()));
        if (profile.nvls()) {
            lines.add("  nvls: true");
        }
        if (!profile.fabric().isEmpty()) {
            lines.add("  fabric: " + profile.fabric());
        }
        lines.add("  source: " + quoted(profile.source()));
        if (!profile.values().isEmpty()) {
            lines.add("  values:");
            profile.values().forEach(value -> lines.add("    - " + value(value)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String value(Published value) {
        return "{operation: " + value.operation() + ", nodes: " + value.nodes() + ", bytes: " + value.bytes()
                + ", busbw: " + number(value.busbw()) + ", library: " + quoted(value.library())
                + (value.libraryVersion().isEmpty() ? "" : ", version: " + quoted(value.libraryVersion()))
                + (value.threshold() ? ", threshold: true" : "") + ", source: " + quoted(value.source()) + "}";
    }

    private static String list(List<String> texts) {
        return texts.stream().map(ProfileText::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s", " ") + '"';
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
