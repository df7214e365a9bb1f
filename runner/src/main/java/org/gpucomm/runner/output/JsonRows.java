package org.gpucomm.runner.output;

import java.io.IOException;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.canonical.Fingerprints;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.gpucomm.runner.output.SizeResult.Block;

/** JSON lines; a row also tells which rank was the slowest, for which the CSV has no column. */
final class JsonRows implements RowFormat {

    private static final String END = "}\n";

    @Override
    public String formatId() {
        return "gpucomm-jsonl";
    }

    @Override
    public String head() {
        return "";
    }

    @Override
    public String line(Measurement measurement, Block block) throws IOException {
        var line = new StringBuilder();
        new JsonLinesWriter(line).write(measurement);
        var spread = block.spread();
        return spread == null
                ? line.toString()
                : line.insert(line.length() - END.length(), ",\"slowest_rank\":" + spread.slowestRank()).toString();
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
