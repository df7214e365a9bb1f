package org.gpucomm.results.format.canonical;

import java.io.IOException;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.Measurement;

/** Writes measurements as canonical CSV: header first, LF line ends. */
public final class CanonicalWriter {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private final Appendable out;

    /** Writes the header at once. */
    public CanonicalWriter(Appendable out) throws IOException {
        this.out = out;
        FORMAT.printRecord(out, Column.headers().toArray());
    }

    public void write(Measurement measurement) throws IOException {
        var columns = Column.values();
        var cells = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            cells[i] = columns[i].textOf(measurement);
        }
        FORMAT.printRecord(out, cells);
    }
}
