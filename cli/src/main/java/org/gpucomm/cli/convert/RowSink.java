package org.gpucomm.cli.convert;

import java.io.BufferedWriter;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.CanonicalWriter;
import org.gpucomm.results.format.canonical.JsonLinesWriter;
import org.jspecify.annotations.Nullable;

/** Sink that writes rows in a format. The header is written with the first row. Call {@link #flush} after the last row. */
final class RowSink implements Flushable {

    private final OutputFormat format;
    private final OutputStream out;
    private @Nullable RowWriter rows;
    private Flushable gathered = () -> {};

    RowSink(OutputFormat format, OutputStream out) {
        this.format = format;
        this.out = out;
    }

    void write(Measurement measurement) throws IOException {
        if (rows == null) {
            rows = begin();
        }
        rows.write(measurement);
    }

    @Override
    public void flush() throws IOException {
        gathered.flush();
        out.flush();
    }

    private RowWriter begin() throws IOException {
        if (format == OutputFormat.csv) {
            var csv = CanonicalWriter.into(out);
            gathered = csv;
            return csv::write;
        }
        var text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        gathered = text;
        return new JsonLinesWriter(text)::write;
    }

    /** Writer of single rows. */
    private interface RowWriter {
        void write(Measurement measurement) throws IOException;
    }

    /** Output format. The names are the values of {@code --format}. */
    enum OutputFormat {
        csv,
        jsonl
    }
}
