package org.gpucomm.analysis.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Stack;
import org.jspecify.annotations.Nullable;

/**
 * Common properties of the rows of a file, except ranks and message size: a row of the table {@code series}. An empty text means unknown
 * or not applicable.
 */
public record SeriesRow(String tool, String toolVersion, String library, String libraryVersion, String operation,
        String variant, String placement, String instanceType, String gpu, String problem, String datatype,
        String redop, String root, String settings) {

    private static final int LENGTH = 255;
    /** Choices of the library for a size, according to its log. They are results and not settings: a curve spans them. */
    private static final Set<String> CHOSEN = Set.of("algo", "proto", "channels");

    public static SeriesRow of(Measurement measurement) {
        var stack = measurement.stack();
        var platform = measurement.platform();
        var workload = measurement.workload();
        return new SeriesRow(ColumnText.cutOrEmpty(stack.tool(), LENGTH),
                ColumnText.cutOrEmpty(stack.toolVersion(), LENGTH), ColumnText.cutOrEmpty(stack.library(), LENGTH),
                ColumnText.cutOrEmpty(stack.libraryVersion(), LENGTH), workload.operation().id(),
                ColumnText.cutOrEmpty(workload.variant(), LENGTH),
                workload.placement() == null ? "" : workload.placement().id(),
                ColumnText.cutOrEmpty(platform.instanceType(), LENGTH),
                ColumnText.cutOrEmpty(platform.gpu(), LENGTH), ColumnText.cutOrEmpty(workload.problem(), LENGTH),
                ColumnText.cutOrEmpty(workload.datatype(), 100),
                ColumnText.cutOrEmpty(workload.redop(), 100), workload.root() == null ? "" : workload.root().toString(),
                ColumnText.cut(measurement.settings().only(name -> !CHOSEN.contains(name)).sortedText(), 1000));
    }

    /** Returns the fields in the order of the table's columns. */
    public List<String> fields() {
        return List.of(tool, toolVersion, library, libraryVersion, operation, variant, placement, instanceType, gpu,
                problem, datatype, redop, root, settings);
    }

    public Stack stack() {
        return new Stack(tool, orNull(toolVersion), orNull(library), orNull(libraryVersion));
    }

    /** Returns a hash of all fields as 32 hexadecimal digits, the same on every server. */
    public String hash() {
        return hash(fields());
    }

    public static String hash(List<String> fields) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var field : fields) {
                digest.update(field.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
