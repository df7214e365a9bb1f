package org.gpucomm.results.format;

import org.gpucomm.results.format.foreigncsv.Mapping;

/**
 * A table whose columns are not all certain: it is read once somebody has said what they mean. {@link LogReader#open(
 * java.io.InputStream, String, Mapping)} takes the answer.
 */
public final class MappingNeeded extends UnreadableFile {

    private static final long serialVersionUID = 1L;

    private final transient Mapping proposed;

    MappingNeeded(Mapping proposed) {
        super("a table whose columns are not all certain: " + String.join("; ", proposed.doubts()));
        this.proposed = proposed;
    }

    /** Returns what the columns seem to mean. Its fingerprint is the key under which an answer can be remembered. */
    public Mapping proposed() {
        return proposed;
    }
}
