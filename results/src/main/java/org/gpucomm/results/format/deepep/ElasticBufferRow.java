package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;
import org.jspecify.annotations.Nullable;

/**
 * A row of the elastic buffer's test: {@code * EP:   0/16 | expanded dispatch: 61 GB/s (SO), 200 GB/s (SU), 901.500 us, 402704640 bytes |
 * copy: 2300 GB/s, 12.500 us}. SO is the bandwidth between nodes, over the network; SU is that within nodes, over NVLink.
 *
 * @param ranks number of ranks in the group
 */
record ElasticBufferRow(int ranks, List<DeepepResult> findings) {

    private static final Pattern BEGIN = Pattern.compile("\\s*[-*#@+] EP: .*");
    private static final Pattern ROW = Pattern
            .compile("\\s*[-*#@+] EP: +(\\d{1,7})/(\\d{1,7}) \\| ([a-z ]*?)(dispatch|combine): "
                    + "(\\d+(?:\\.\\d+)?) GB/s \\(SO\\), (\\d+(?:\\.\\d+)?) GB/s \\(SU\\), (\\d+\\.\\d{3}) us, (\\d{1,18}) bytes"
                    + " \\| (copy|reduce): (\\d+(?:\\.\\d+)?) GB/s, (\\d+\\.\\d{3}) us\\s*");

    static boolean isOne(String line) {
        return line.contains(" EP: ") && BEGIN.matcher(line).matches();
    }

    /**
     * Reads a row; on one node, the network's bandwidth is 0 and gives no result.
     *
     * @param test parameters of the test in a line before; null if there was none
     * @throws IllegalArgumentException if the row is cut
     */
    static ElasticBufferRow of(String line, @Nullable String datatype, @Nullable String test) {
        var row = ROW.matcher(line);
        if (!row.matches() || Integer.parseInt(row.group(2)) == 0) {
            throw new IllegalArgumentException(
                    "the row is cut or torn: expected both bandwidths, a time, bytes, and the copy's bandwidth and time");
        }
        var operation = row.group(4).equals("dispatch") ? Operation.DISPATCH : Operation.COMBINE;
        var kind = row.group(3).isBlank() ? "" : "+" + row.group(3).strip().replace(' ', '-');
        var metrics = NamedValues.of(RankTimes.RANK, row.group(1)).with(row.group(9) + "_GBps", row.group(10))
                .with(row.group(9) + "_us", row.group(11));
        var settings = NamedValues.parse(test);
        var time = Micros.of(new Decimal(row.group(7)));
        var size = new Bytes(Long.parseLong(row.group(8)));
        var findings = new ArrayList<DeepepResult>();
        for (var network : List.of("rdma", "nvl")) {
            var rate = new Decimal(row.group(network.equals("rdma") ? 5 : 6));
            if (rate.doubleValue() > 0) {
                findings.add(new DeepepResult(operation, "elastic" + kind + "+" + network,
                        Outcome.of(time, Bandwidth.ofGigabytesPerSecond(rate), null, null).withMetrics(metrics),
                        datatype, size, settings));
            }
        }
        if (findings.isEmpty()) {
            findings.add(new DeepepResult(operation, "elastic" + kind,
                    Outcome.of(time, null, null, null).withMetrics(metrics), datatype, size, settings));
        }
        return new ElasticBufferRow(Integer.parseInt(row.group(2)), findings);
    }
}
