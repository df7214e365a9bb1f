package org.gpucomm.runner.upload;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.FingerprintFile;

/**
 * Body of the upload of a result file, always JSON lines. A CSV is converted to JSON lines with the fingerprints from its separate file, so
 * that the server knows the hosts of the results.
 */
final class UploadedForm {

    private UploadedForm() {}

    /** Returns the name of the upload: {@code x.jsonl} for {@code x.jsonl} and {@code x.csv}. */
    static String name(Path results) {
        return Objects.requireNonNull(results.getFileName()).toString().replaceFirst("\\.csv$", ".jsonl");
    }

    static void write(Path results, OutputStream out) throws IOException {
        if (name(results).equals(String.valueOf(results.getFileName()))) {
            Files.copy(results, out);
            return;
        }
        var text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
            FingerprintFile.beside(results).read().writeWithRows(Files.newInputStream(results), name(results), text);
        } catch (UnreadableFile e) {
            throw new IOException(e.getMessage(), e);
        }
        text.flush();
    }
}
