package org.gpucomm.runner.output;

import java.io.IOException;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.canonical.Fingerprints;
import org.gpucomm.results.format.canonical.JsonLinesWriter;

/** JSON lines, with the fingerprints among the rows. */
final class JsonRows implements RowFormat {

    @Override
    public String formatId() {
        return "gpucomm-jsonl";
    }

    @Override
    public String head() {
        return "";
    }

    @Override
    public boolean continues(String file) {
        return true;
    }

    @Override
    public String line(Measurement measurement) throws IOException {
        var line = new StringBuilder();
        new JsonLinesWriter(line).write(measurement);
        return line.toString();
    }

    @Override
    public String fingerprint(int section, List<Fact> facts) throws IOException {
        var line = new StringBuilder();
        new JsonLinesWriter(line).write(section, facts);
        return line.toString();
    }

    @Override
    public Fingerprints fingerprintsBeside() {
        return Fingerprints.NONE;
    }

    @Override
    public void forget() {
        // Everything is in the file.
    }
}
