package org.gpucomm.runner.output;

import java.io.IOException;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.canonical.Fingerprints;

/** A way to write a result file: as CSV with its fingerprints beside it, or as JSON lines with them within. */
interface RowFormat {

    /** The id of the format in results that reads it. */
    String formatId();

    /** Returns what a file begins with. */
    String head() throws IOException;

    /** Whether rows of this version may follow what the file has. */
    boolean continues(String file);

    /** One line, with its end. */
    String line(Measurement measurement) throws IOException;

    /** Keeps what is known of a section; what this gives goes into the file. */
    String fingerprint(int section, List<Fact> facts) throws IOException;

    /** Fingerprints that are kept outside the result file. */
    Fingerprints fingerprintsBeside() throws IOException;

    /** Removes what is kept outside the result file. */
    void forget() throws IOException;
}
