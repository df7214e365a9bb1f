package org.gpucomm.server.convert;

import java.io.IOException;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.jspecify.annotations.Nullable;

/** Where rows go. */
interface RowSink {

    void write(Measurement measurement) throws IOException;

    /** A sink that writes nothing, no header either, before the first row. */
    static RowSink of(OutputFormat format, Appendable out) {
        return switch (format) {
            case csv -> new RowSink() {
                private @Nullable CanonicalWriter csv;

                @Override
                public void write(Measurement measurement) throws IOException {
                    if (csv == null) {
                        csv = new CanonicalWriter(out);
                    }
                    csv.write(measurement);
                }
            };
            case jsonl -> new JsonLinesWriter(out)::write;
        };
    }

    /** Named as users write them. */
    enum OutputFormat {
        csv,
        jsonl
    }
}
