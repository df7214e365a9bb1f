package org.gpucomm.server.convert;

import java.io.BufferedWriter;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.jspecify.annotations.Nullable;

/** Where rows go; after the last {@link #flush}. */
interface RowSink extends Flushable {

    void write(Measurement measurement) throws IOException;

    /** A sink that writes nothing, no header either, before the first row. */
    static RowSink of(OutputFormat format, OutputStream out) {
        return switch (format) {
            case csv -> new Csv(out);
            case jsonl -> new JsonLines(out);
        };
    }

    /** Rows of the canonical CSV. */
    final class Csv implements RowSink {

        private final OutputStream out;
        private @Nullable CanonicalWriter rows;

        private Csv(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(Measurement measurement) throws IOException {
            if (rows == null) {
                rows = CanonicalWriter.into(out);
            }
            rows.write(measurement);
        }

        @Override
        public void flush() throws IOException {
            if (rows != null) {
                rows.flush();
            }
            out.flush();
        }
    }

    /** An object a row. */
    final class JsonLines implements RowSink {

        private final Writer out;
        private final JsonLinesWriter rows;

        private JsonLines(OutputStream stream) {
            out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
            rows = new JsonLinesWriter(out);
        }

        @Override
        public void write(Measurement measurement) throws IOException {
            rows.write(measurement);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }

    /** Named as users write them. */
    enum OutputFormat {
        csv,
        jsonl
    }
}
