package org.gpucomm.server.bundled;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * One file of the bundled results.
 *
 * @param path relative to {@code data/}, with {@code /}: {@code study/nccl_all_reduce.csv}
 */
public record BundledFile(String path) {

    private static final String ROOT = "/data/";

    /** All bundled files, in the order of {@code data/index.txt}. */
    public static List<BundledFile> all() throws IOException {
        try (var index = resource("index.txt")) {
            return new String(index.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                    .map(BundledFile::new).toList();
        }
    }

    /** Name without folders. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public InputStream open() {
        return resource(path);
    }

    private static InputStream resource(String path) {
        return Objects.requireNonNull(BundledFile.class.getResourceAsStream(ROOT + path),
                () -> "data/" + path + " is not in the jar; build again: mvn -q package -DskipTests");
    }
}
