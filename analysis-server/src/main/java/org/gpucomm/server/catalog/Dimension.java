package org.gpucomm.server.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What measurements can be chosen by. The name is the request's parameter and the facet. */
enum Dimension {
    tool("s.tool"),
    library("s.library"),
    operation("s.operation"),
    variant("s.variant"),
    placement("s.placement"),
    instanceType("s.instance_type"),
    datatype("s.datatype"),
    problem("s.problem"),
    ranks("ranks"),
    bytes("message_bytes");

    private final String column;

    Dimension(String column) {
        this.column = column;
    }

    /** Of the table {@code series s}, or of those that have ranks and message_bytes. */
    String column() {
        return column;
    }

    boolean isText() {
        return this != ranks && this != bytes;
    }

    /** How the tables say that this is not known or not applicable. */
    Object none() {
        return switch (this) {
            case ranks -> 0L;
            case bytes -> -1L;
            default -> "";
        };
    }

    static List<Dimension> texts() {
        return Stream.of(values()).filter(Dimension::isText).toList();
    }

    static Optional<Dimension> named(String name) {
        return Arrays.stream(values()).filter(dimension -> dimension.name().equals(name)).findFirst();
    }
}
