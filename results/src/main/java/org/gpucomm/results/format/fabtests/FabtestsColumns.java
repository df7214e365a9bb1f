package org.gpucomm.results.format.fabtests;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Cells;

/** The columns of a table, as named in its header: {@code name bytes iters total time MB/sec usec/xfer Mxfers/sec}. */
record FabtestsColumns(List<String> names) {

    private static final Pattern HEADER = Pattern.compile(
            "^\\s*(?:name\\s+)?bytes\\s+(?:iters|#sent\\s+#ack)\\s+total\\s+time\\s+MB/sec(?:\\s+usec/xfer)?(?:\\s+Mxfers/sec)?\\s*$");

    static boolean isHeader(String line) {
        return line.contains("MB/sec") && HEADER.matcher(line).matches();
    }

    static FabtestsColumns of(String header) {
        return new FabtestsColumns(List.copyOf(Cells.of(header)));
    }

    int indexOf(String name) {
        return names.indexOf(name);
    }

    boolean isPingpong() {
        return names.contains("#ack");
    }
}
