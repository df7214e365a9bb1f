package org.gpucomm.results.format.torchbench;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a summary: {@code The average bandwidth of all_reduce over 8 ranks (5 warmups / 20 trials):} and a table; in older versions
 * {@code … with a 4.0GB payload (5 trials, 8 ranks):} and two lines; in the first {@code 0 data size: 4.0 GB} and a line. A size is printed
 * in whole KiB, MiB or GiB.
 */
public final class AllReduceBenchParser extends SectionParser {

    private static final Pattern TITLE = Pattern
            .compile(
                    "The average bandwidth of all_reduce over (\\d{1,7}) ranks \\(\\d+ warmups / (\\d{1,9}) trials(.*)\\):\\s*");
    private static final Pattern OLDER = Pattern
            .compile(
                    "The average bandwidth of all_reduce with a ([\\d.]+)GB payload \\((\\d{1,9}) trials, (?:n=)?(\\d{1,7}) ranks\\):\\s*");
    private static final Pattern ROW = Pattern
            .compile("\\|\\s*(\\d{1,9})([KMGTP]?)iB \\|\\s*([\\d.]+)GBps \\|\\s*([\\d.]+)GBps \\|\\s*");
    private static final Pattern BEGINNING_OF_ROW = Pattern.compile("\\|\\s*\\d.*");
    private static final Pattern BANDWIDTH = Pattern.compile("\\s*(algbw|busbw): (\\S+) GBps.*");
    private static final Pattern BEGINNING_OF_BANDWIDTH = Pattern.compile("\\s*(?:algbw|busbw):.*");
    private static final Pattern HARDWARE = Pattern.compile("- hardware: .*name='([^']+)'.*");
    private static final Pattern SOFTWARE = Pattern
            .compile("- software: torch=([^,]+), cuda=([^,]+), nccl=\\((\\d+), (\\d+), (\\d+)\\)\\s*");
    private static final Pattern DATA_SIZE = Pattern.compile("\\d{1,7} data size: ([\\d.]{1,12}) GB\\s*");
    private static final Pattern THROUGHPUT = Pattern
            .compile("tput_avg \\(Gbps\\): ([\\d.]+) busbw_avg \\(Gbps\\): ([\\d.]+)\\s*");
    private static final String SUFFIXES = "KMGTP";

    private @Nullable String gpu;
    private @Nullable String nccl;
    private @Nullable Integer ranks;
    private @Nullable Long trials;
    private @Nullable Bytes payload;
    private @Nullable Bandwidth algbw;
    private NamedValues settings = NamedValues.NONE;

    public AllReduceBenchParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("The average bandwidth of all_reduce ") || line.startsWith("- software: torch=")
                || line.contains(" data size: ") && DATA_SIZE.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var software = SOFTWARE.matcher(text);
        if (software.matches()) {
            if (ranks != null || nccl != null) {
                return null;
            }
            nccl = software.group(3) + "." + software.group(4) + "." + software.group(5);
            return note(line, new Fact("torch_version", software.group(1)), new Fact("cuda_version", software.group(2)),
                    new Fact("nccl_version", nccl));
        }
        var hardware = HARDWARE.matcher(text);
        if (hardware.matches()) {
            gpu = hardware.group(1);
            return note(line, new Fact("gpu", gpu));
        }
        var size = DATA_SIZE.matcher(text);
        if (size.matches()) {
            if (hasRows()) {
                return null;
            }
            payload = new Bytes(Math.round(Double.parseDouble(size.group(1)) * 1e9));
            return note(line);
        }
        var throughput = THROUGHPUT.matcher(text);
        if (payload != null && throughput.matches()) {
            return ofThroughput(line, payload, throughput.group(1), throughput.group(2));
        }
        var title = TITLE.matcher(text);
        var older = OLDER.matcher(text);
        if (title.matches() || older.matches()) {
            return ranks == null ? title(line, title.matches() ? title : null, older) : null;
        }
        if (text.startsWith("The average bandwidth of all_reduce ")) {
            return problem(line, "the line above the results is cut or torn: expected ranks and trials");
        }
        var row = ROW.matcher(text);
        if (ranks == null) {
            return row.matches() || BEGINNING_OF_BANDWIDTH.matcher(text).matches()
                    ? problem(line, "no line above this says how many ranks took part")
                    : null;
        }
        if (row.matches()) {
            return row(line, () -> List.of(measurement(size(row.group(1), row.group(2)), gigabytes(row.group(4)),
                    gigabytes(row.group(3)), NamedValues.NONE)));
        }
        if (text.startsWith("| payload |") || text.startsWith("| ------:") || text.startsWith("Legend: 1KiB")) {
            return note(line);
        }
        if (BEGINNING_OF_ROW.matcher(text).matches()) {
            return problem(line, "expected a payload, busbw and algbw: the row is torn");
        }
        return payload == null || !BEGINNING_OF_BANDWIDTH.matcher(text).matches() ? null : ofPayload(line, payload);
    }

    private Entry title(Line line, @Nullable Matcher title, Matcher older) {
        if (title != null) {
            ranks = positive(title.group(1));
            trials = Long.valueOf(title.group(2));
            settings = title.group(3).contains("host overhead included")
                    ? settings.with("host_overhead", "included")
                    : settings;
            settings = title.group(3).contains("symmetric memory") ? settings.with("symmetric", "1") : settings;
            return note(line);
        }
        ranks = positive(older.group(3));
        trials = Long.valueOf(older.group(2));
        payload = new Bytes(Math.round(Double.parseDouble(older.group(1)) * Bytes.GIB));
        return note(line);
    }

    /**
     * Reads a bandwidth of the older version, which prints the algorithm bandwidth a line before the bus bandwidth; the second line is the
     * row.
     */
    private Entry ofPayload(Line line, Bytes size) {
        var bandwidth = BANDWIDTH.matcher(line.text());
        if (!bandwidth.matches()) {
            return problem(line, "expected a bandwidth in GBps: the line is torn");
        }
        var number = bandwidth.group(2);
        if (bandwidth.group(1).equals("algbw")) {
            algbw = Decimal.parse(number).map(Bandwidth::ofGigabytesPerSecond).orElse(null);
            return algbw == null ? problem(line, "algbw is no number: '" + number + "'") : note(line);
        }
        return row(line, () -> List.of(measurement(size, algbw, gigabytes(number), NamedValues.NONE)));
    }

    private static Bandwidth gigabytes(String number) {
        return Bandwidth.ofGigabytesPerSecond(Decimal.require(number));
    }

    /** Reads a throughput of the first versions, which count the bytes of an all-reduce twice, so that it is not an algorithm bandwidth. */
    private Entry ofThroughput(Line line, Bytes size, String throughput, String bus) {
        return row(line, () -> List.of(measurement(size, null, Bandwidth.ofGigabitsPerSecond(Decimal.require(bus)),
                NamedValues.of("tput_Gbps", Decimal.require(throughput).text()))));
    }

    private Measurement measurement(Bytes size, @Nullable Bandwidth algorithm, Bandwidth bus, NamedValues metrics) {
        return measurement(new Stack("all_reduce_bench", null, "nccl", nccl), new Platform(null, gpu, null, ranks),
                new Workload(Operation.ALL_REDUCE, "torch", null, size, "float32", "sum", null, null, trials),
                Outcome.of(null, algorithm, bus, null).withMetrics(metrics), settings);
    }

    private static Bytes size(String number, String suffix) {
        return new Bytes(Long.parseLong(number) << 10 * (SUFFIXES.indexOf(suffix) + 1) * (suffix.isEmpty() ? 0 : 1));
    }

    private static @Nullable Integer positive(String digits) {
        int count = Integer.parseInt(digits);
        return count == 0 ? null : count;
    }
}
