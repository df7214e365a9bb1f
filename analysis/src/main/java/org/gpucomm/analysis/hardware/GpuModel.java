package org.gpucomm.analysis.hardware;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Model of a GPU, whatever name a driver uses: {@code NVIDIA H100 80GB HBM3} is an {@code H100}. */
public final class GpuModel {

    private static final Pattern MODEL = Pattern
            .compile(
                    "\\b(GB300|GB200|GH200|GB10|B300|B200|H200|H100|H20|A100|A10G?|L40S?|L4|V100|MI3\\d\\dX|MI250X?|MI100)\\b");
    private static final Pattern CARD = Pattern.compile("\\b(PCIE|NVL)\\b");

    private GpuModel() {}

    /** Returns the model; empty if unknown. Cards for PCIe slots are models of their own, for example {@code H100-PCIe}. */
    public static Optional<String> of(String name) {
        var upper = name.toUpperCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
        var model = MODEL.matcher(upper);
        if (!model.find()) {
            return Optional.empty();
        }
        var card = CARD.matcher(upper);
        return Optional.of(model.group(1) + (card.find() ? card.group(1).equals("NVL") ? "-NVL" : "-PCIe" : ""));
    }

    /** Returns the GPU model of an instance type, for logs that name only the type. */
    static Optional<String> ofInstance(String type) {
        return switch (type) {
            case "p4d.24xlarge", "p4de.24xlarge" -> Optional.of("A100");
            case "p5.48xlarge" -> Optional.of("H100");
            case "p5e.48xlarge", "p5en.48xlarge" -> Optional.of("H200");
            case "p6-b200.48xlarge" -> Optional.of("B200");
            case "p6-b300.48xlarge" -> Optional.of("B300");
            default -> Optional.empty();
        };
    }
}
