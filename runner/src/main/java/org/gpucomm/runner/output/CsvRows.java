package org.gpucomm.runner.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.Fingerprints;

/** The canonical CSV, which has columns only; fingerprints are in a file beside it. */
final class CsvRows implements RowFormat {

    private final FingerprintFile fingerprints;
    private final StringBuilder text = new StringBuilder();
    private final CanonicalWriter writer;
    private final String head;

    CsvRows(Path file) throws IOException {
        fingerprints = FingerprintFile.beside(file);
        writer = new CanonicalWriter(text);
        head = taken();
    }

    @Override
    public String formatId() {
        return "gpucomm-csv";
    }

    @Override
    public String head() {
        return head;
    }

    @Override
    public boolean continues(String file) {
        return file.startsWith(head);
    }

    @Override
    public String line(Measurement measurement) throws IOException {
        writer.write(measurement);
        return taken();
    }

    @Override
    public String fingerprint(int section, List<Fact> facts) throws IOException {
        fingerprints.put(section, facts);
        return "";
    }

    @Override
    public Fingerprints fingerprintsBeside() throws IOException {
        return fingerprints.read();
    }

    @Override
    public void forget() throws IOException {
        fingerprints.delete();
    }

    private String taken() {
        var taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
