package org.gpucomm.runner.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.FingerprintFile;
import org.gpucomm.results.format.canonical.Fingerprints;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.jspecify.annotations.Nullable;

/**
 * Format of a result file, given by the extension of its name: canonical CSV, with fingerprints in a separate file next to it, or JSON
 * lines, with fingerprints among the rows.
 */
public final class RowFormat {

    /** File of the fingerprints; null if they are among the rows. */
    private final @Nullable FingerprintFile beside;

    private RowFormat(@Nullable FingerprintFile beside) {
        this.beside = beside;
    }

    /** Returns the format of a file; throws an {@link IllegalArgumentException} if its extension is neither .csv nor .jsonl. */
    public static RowFormat of(Path file) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
            throw new IllegalArgumentException(
                    "the name of the output file decides its format and must end in .csv or .jsonl, was '"
                            + file + "'");
        }
        return new RowFormat(name.endsWith(".csv") ? FingerprintFile.beside(file) : null);
    }

    /** Returns the id of the format in the module results that reads the file. */
    String formatId() {
        return beside == null ? "gpucomm-jsonl" : "gpucomm-csv";
    }

    /** Returns the start of a file: the header line of a CSV, empty for JSON lines. */
    public String head() throws IOException {
        var head = new StringBuilder();
        if (beside != null) {
            new CanonicalWriter(head);
        }
        return head.toString();
    }

    /** Returns rows as lines, including line ends. */
    public String lines(List<Measurement> rows) throws IOException {
        var text = new StringBuilder();
        if (beside == null) {
            var writer = new JsonLinesWriter(text);
            for (var row : rows) {
                writer.write(row);
            }
            return text.toString();
        }
        var writer = new CanonicalWriter(text);
        int head = text.length();
        for (var row : rows) {
            writer.write(row);
        }
        return text.substring(head);
    }

    /** Stores the facts of a section. Returns the line to add to the result file; empty if they are stored in a separate file. */
    public String fingerprint(int section, List<Fact> facts) throws IOException {
        if (beside != null) {
            beside.put(section, facts);
            return "";
        }
        var line = new StringBuilder();
        new JsonLinesWriter(line).write(section, facts);
        return line.toString();
    }

    /** Returns the fingerprints in the separate file; none if they are among the rows. */
    Fingerprints fingerprintsBeside() throws IOException {
        return beside == null ? Fingerprints.NONE : beside.read();
    }

    /** Deletes the separate file of fingerprints. */
    public void forget() throws IOException {
        if (beside != null) {
            beside.delete();
        }
    }
}
