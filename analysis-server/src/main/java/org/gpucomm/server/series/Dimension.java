package org.gpucomm.server.series;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Property by which measurements can be chosen, and in which curves can differ. The name is the request's parameter and the facet. The
 * order is that in which curves are distinguished: the most significant first.
 */
public enum Dimension {
    operation("s.operation", head -> head.row().operation()),
    library("s.library", head -> head.row().library()),
    variant("s.variant", head -> head.row().variant()),
    placement("s.placement", head -> head.row().placement()),
    ranks("ranks", head -> (long) head.ranks()),
    nodes("nodes", head -> (long) head.nodes()),
    bytes("message_bytes", head -> -1L),
    problem("s.problem", head -> head.row().problem()),
    instanceType("s.instance_type", head -> head.row().instanceType()),
    gpu("s.gpu", head -> head.row().gpu()),
    place(null, head -> head.key().place().title()),
    transport(null, head -> head.key().identity().transport()),
    datatype("s.datatype", head -> head.row().datatype()),
    redop("s.redop", head -> head.row().redop()),
    root("s.root", head -> head.row().root()),
    tool("s.tool", head -> head.row().tool()),
    libraryVersion("s.library_version", head -> head.row().libraryVersion()),
    toolVersion("s.tool_version", head -> head.row().toolVersion()),
    settings("s.settings", head -> head.row().settings()),
    environment(null, head -> head.key().identity().environment()),
    timing(null, head -> head.key().identity().timing()),
    layout(null, head -> head.key().identity().layout()),
    links(null, head -> head.key().identity().links());

    private final @Nullable String column;
    private final Function<CurveHead, Object> value;

    Dimension(@Nullable String column, Function<CurveHead, Object> value) {
        this.column = column;
        this.value = value;
    }

    /** Of the table {@code series s}, or of those that have ranks, nodes and message_bytes; null where no column has it. */
    @Nullable
    String column() {
        return column;
    }

    /**
     * Returns in what measurements differ that no curve has both of. Message sizes are points of a curve; settings are left to anyone who
     * joins them, since they hold what a sweep varies.
     */
    public static Set<Dimension> unlike(Collection<Measurement> measurements) {
        var heads = measurements.stream().map(CurveHead::of).toList();
        return Stream.of(values()).filter(each -> each != bytes && each != settings)
                .filter(each -> heads.stream().map(each::of).distinct().count() > 1)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Dimension.class)));
    }

    public boolean isText() {
        return this != ranks && this != nodes && this != bytes;
    }

    boolean isOfSeries() {
        return column != null && isText();
    }

    /** Returns whether a row says it itself; the rest its run's circumstances say. */
    boolean isOfRow() {
        return column != null;
    }

    /** Returns how the tables say that this is not known or not applicable. */
    public Object none() {
        return switch (this) {
            case ranks, nodes -> 0L;
            case bytes -> -1L;
            default -> "";
        };
    }

    /** The value of one curve of one run; of {@code bytes}, over which it runs, {@link #none()}. */
    public Object of(CurveHead head) {
        return value.apply(head);
    }

    /** Returns the values that a measurement can have in it, where these are few and known; empty = any. */
    public List<String> allowed() {
        return switch (this) {
            case operation -> Stream.of(Operation.values()).map(Operation::id).toList();
            case placement -> Stream.of(Placement.values()).map(Placement::id).toList();
            default -> List.of();
        };
    }

    public static Optional<Dimension> named(String name) {
        return Arrays.stream(values()).filter(dimension -> dimension.name().equals(name)).findFirst();
    }
}
