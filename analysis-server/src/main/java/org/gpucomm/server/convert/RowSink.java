package org.gpucomm.server.convert;

import java.io.IOException;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.CanonicalWriter;

/** Where rows go. */
interface RowSink {

    void write(Measurement measurement) throws IOException;

    static RowSink of(OutputFormat format, Appendable out) throws IOException {
        return switch (format) {
            case csv -> new CanonicalWriter(out)::write;
            case jsonl -> new JsonLines(out);
        };
    }

    /** Named as users write them. */
    enum OutputFormat {
        csv,
        jsonl
    }
}
