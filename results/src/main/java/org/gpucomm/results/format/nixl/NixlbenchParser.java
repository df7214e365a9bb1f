package org.gpucomm.results.format.nixl;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one run: {@code NIXLBench Configuration} with an option per line, the columns, rows; or cloudai's CSV of them. */
public final class NixlbenchParser extends SectionParser {

    private static final String TITLE = "NIXLBench Configuration";
    private static final Pattern OPTION = Pattern.compile("([A-Z][\\w/ ]*?) \\(--(\\w+)=[^)]*\\)\\s*: (.*\\S|)\\s*");
    private static final Pattern COLUMNS = Pattern
            .compile("(?i)Block Size \\(B\\)|Batch Size|(?:Aggregate )?B/W \\(.*\\)"
                    + "|Avg Lat\\. \\(us\\)|(?:Avg|P99) (?:Prep|Post|Tx) \\(us\\)|Network Util \\(%\\)|bw_mib_sec|bw_gib_sec");
    private static final String CSV = "block_size,batch_size,";
    private static final List<String> SETTINGS = List.of("backend", "worker_type", "scheme", "mode", "num_threads",
            "enable_pt", "progress_threads", "num_initiator_dev", "num_target_dev");
    private static final List<String> PHASES = List.of("Prep", "Post", "Tx");

    private List<String> columns = List.of();
    private NamedValues options = NamedValues.NONE;
    private boolean csv;

    public NixlbenchParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith(TITLE) || isHeader(line);
    }

    private static boolean isHeader(String line) {
        return line.startsWith("Block Size (B)") && line.contains("B/W (")
                || line.startsWith(CSV) && line.contains("bw_gb_sec");
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.startsWith(TITLE)) {
            return columns.isEmpty() && options.isEmpty() ? note(line) : null;
        }
        if (isHeader(text)) {
            return columns.isEmpty() ? header(line) : null;
        }
        var option = columns.isEmpty() ? OPTION.matcher(text) : null;
        if (option != null && option.matches()) {
            options = options.with(option.group(2), option.group(3));
            return note(line, new Fact("nixlbench_" + option.group(2), option.group(3)));
        }
        if (text.startsWith("Consistency check failed")) {
            return wrongData(line);
        }
        if (!text.isBlank() && text.chars().allMatch(c -> c == '-' || c == '*' || c == ' ')) {
            return note(line);
        }
        var cells = csv ? List.of(text.split(",", -1)) : Cells.of(text);
        boolean isRow = !columns.isEmpty() && cells.size() > 1 && Cells.isWhole(cells.getFirst())
                && Cells.isWhole(cells.get(1));
        return isRow ? row(line, () -> List.of(measurement(NamedCells.of(columns, cells)))) : null;
    }

    private Entry header(Line line) {
        csv = line.text().startsWith(CSV);
        columns = csv
                ? List.of(line.text().strip().replace("block_size", "Block Size (B)")
                        .replace("batch_size", "Batch Size").replace("avg_lat", "Avg Lat. (us)")
                        .replace("bw_gb_sec", "B/W (GB/Sec)").split(","))
                : Cells.apart(line.text().strip());
        return header(line, columns, name -> COLUMNS.matcher(name).matches());
    }

    private Measurement measurement(NamedCells row) {
        var settings = NamedValues.of("batch", row.text("Batch Size").orElse("1"));
        for (var name : SETTINGS) {
            settings = settings.withNullable(name, options.get(name).orElse(null));
        }
        var from = options.get("initiator_seg_type").or(() -> options.get("seg_type"));
        var to = options.get("target_seg_type").or(() -> from);
        var variant = from.isEmpty() ? null : (from.get() + "-to-" + to.get()).toLowerCase(Locale.ROOT);
        var launched = LauncherOptions.platform(log().command().orElse(""), "nixlbench");
        return measurement(new Stack("nixlbench", null, "nixl", null),
                new Platform(null, null, launched.nodes(), launched.ranks()),
                Workload.of(operation(), variant).withMessageSize(row.bytes("Block Size (B)"))
                        .withIterations(options.get("num_iter").filter(Cells::isWhole).map(Long::valueOf).orElse(null)),
                outcome(row), settings);
    }

    private Operation operation() {
        var command = log().command().orElse("");
        var said = options.get("op_type").or(() -> LauncherOptions.value(command, "--op_type"));
        var name = said.or(() -> Optional.of(log().source())).get().toLowerCase(Locale.ROOT);
        if (name.contains("write")) {
            return Operation.WRITE;
        }
        return name.contains("read") ? Operation.READ : Operation.TRANSFER;
    }

    /** Returns the results with the bandwidth of one worker; the bandwidth of all workers is a metric. */
    private static Outcome outcome(NamedCells row) {
        var metrics = NamedValues.NONE;
        for (var phase : PHASES) {
            for (var statistic : List.of("Avg", "P99")) {
                metrics = metrics.withNullable((phase + "_" + statistic).toLowerCase(Locale.ROOT) + "_us",
                        row.number(statistic + " " + phase + " (us)"));
            }
        }
        return Outcome.of(row.micros("Avg Lat. (us)"), row.gigabytesPerSecond("B/W (GB/Sec)"), null, null)
                .withMetrics(metrics.withNullable("aggregate_GBps", row.number("Aggregate B/W (GB/Sec)")));
    }
}
