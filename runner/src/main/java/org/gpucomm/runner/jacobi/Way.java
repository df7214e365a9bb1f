package org.gpucomm.runner.jacobi;

import java.util.Arrays;
import java.util.List;

/** Who brings the halo to the neighbours. */
enum Way {
    /** The kernel that computes a row writes it into the neighbour's memory too, and marks that it has. */
    LINKED("linked"),
    /** Sends and receives of NCCL behind each step, and a sum of the norm. */
    NCCL("nccl");

    private final String text;

    Way(String text) {
        this.text = text;
    }

    static Way ofText(String text) {
        return Arrays.stream(values()).filter(way -> way.text.equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no way '" + text + "' for jacobi; there are " + String.join(", ", texts())
                                + ", all"));
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(Way::text).toList();
    }

    /** Returns the name on the command line and in the column {@code variant}. */
    String text() {
        return text;
    }
}
