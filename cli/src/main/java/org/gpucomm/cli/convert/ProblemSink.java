package org.gpucomm.cli.convert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.format.Entry;

/** Sink that writes problems as {@code source,line,reason,text}. A file gets its header at once, other output with the first problem. */
final class ProblemSink {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private final Writer out;
    private boolean headerWritten;

    ProblemSink(Writer out, boolean headerAtOnce) throws IOException {
        this.out = out;
        if (headerAtOnce) {
            writeHeader();
        }
    }

    void write(String source, Entry.Problem problem) {
        try {
            writeHeader();
            FORMAT.printRecord(out, source.replaceAll("\\p{Cntrl}", " "), problem.line(), problem.reason(),
                    problem.text());
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeHeader() throws IOException {
        if (!headerWritten) {
            headerWritten = true;
            FORMAT.printRecord(out, "source", "line", "reason", "text");
        }
    }
}
