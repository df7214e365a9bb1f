package org.gpucomm.server.ingest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import org.gpucomm.results.Measurement;

/** What was measured, apart from ranks and message size. The empty text stands for what is not known or applicable. */
record SeriesKey(String tool, String toolVersion, String library, String libraryVersion, String operation,
        String variant, String placement, String instanceType, String gpu, String problem, String datatype,
        String redop, String root, String settings) {

    private static final int LENGTH = 255;

    static SeriesKey of(Measurement measurement) {
        var stack = measurement.stack();
        var platform = measurement.platform();
        var workload = measurement.workload();
        return new SeriesKey(Text.cut(stack.tool(), LENGTH), Text.cutOrEmpty(stack.toolVersion(), LENGTH),
                Text.cutOrEmpty(stack.library(), LENGTH), Text.cutOrEmpty(stack.libraryVersion(), LENGTH),
                workload.operation().id(), Text.cutOrEmpty(workload.variant(), LENGTH),
                workload.placement() == null ? "" : workload.placement().id(),
                Text.cutOrEmpty(platform.instanceType(), LENGTH), Text.cutOrEmpty(platform.gpu(), LENGTH),
                Text.cutOrEmpty(workload.problem(), LENGTH), Text.cutOrEmpty(workload.datatype(), 100),
                Text.cutOrEmpty(workload.redop(), 100), workload.root() == null ? "" : workload.root().toString(),
                Text.cut(measurement.settings().sortedText(), 1000));
    }

    List<String> fields() {
        return List.of(tool, toolVersion, library, libraryVersion, operation, variant, placement, instanceType, gpu,
                problem, datatype, redop, root, settings);
    }

    /** 32 hexadecimal digits that stand for all fields, the same on every server. */
    String hash() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var field : fields()) {
                digest.update(field.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
