package org.gpucomm.analysis.identity;

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

/**
 * Property by which measurements can be chosen, and in which curves can differ. Its name is that of the request parameter and of the
 * facet. Curves are distinguished in the order of the constants, the most significant first.
 */
public enum Dimension {
    operation(true, head -> head.row().operation()),
    library(true, head -> head.row().library()),
    variant(true, head -> head.row().variant()),
    placement(true, head -> head.row().placement()),
    ranks(true, head -> (long) head.ranks()),
    nodes(true, head -> (long) head.nodes()),
    bytes(true, head -> -1L),
    problem(true, head -> head.row().problem()),
    instanceType(true, head -> head.row().instanceType()),
    gpu(true, head -> head.row().gpu()),
    place(false, head -> head.key().place().title()),
    transport(false, head -> head.key().identity().transport()),
    datatype(true, head -> head.row().datatype()),
    redop(true, head -> head.row().redop()),
    root(true, head -> head.row().root()),
    tool(true, head -> head.row().tool()),
    libraryVersion(true, head -> head.row().libraryVersion()),
    toolVersion(true, head -> head.row().toolVersion()),
    settings(true, head -> head.row().settings()),
    environment(false, head -> head.key().identity().environment()),
    timing(false, head -> head.key().identity().timing()),
    layout(false, head -> head.key().identity().layout()),
    links(false, head -> head.key().identity().links());

    private final boolean ofRow;
    private final Function<CurveHead, Object> value;

    Dimension(boolean ofRow, Function<CurveHead, Object> value) {
        this.ofRow = ofRow;
        this.value = value;
    }

    /**
     * Returns the dimensions in which the measurements differ although no curve may mix their values. Message sizes are points of a
     * curve. Settings are excluded, since they contain the parameters of a sweep.
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

    /** Returns whether a row itself contains the value. The circumstances of its run contain the others. */
    public boolean isOfRow() {
        return ofRow;
    }

    /** Returns the value in the tables for unknown or not applicable. */
    public Object none() {
        return switch (this) {
            case ranks, nodes -> 0L;
            case bytes -> -1L;
            default -> "";
        };
    }

    /** Returns the value of one curve of one run; for {@code bytes}, along which the curve runs, {@link #none()}. */
    public Object of(CurveHead head) {
        return value.apply(head);
    }

    /** Returns the possible values of a measurement if they are few and known; empty for any value. */
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
