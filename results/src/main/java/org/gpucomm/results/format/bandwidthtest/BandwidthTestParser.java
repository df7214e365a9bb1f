package org.gpucomm.results.format.bandwidthtest;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the output of one call of {@code bandwidthTest}: a table per direction and kind of memory, or a line for each with
 * {@code --csv}. A copy from device to device stays in one GPU's memory, and its bandwidth counts reading and writing (bandwidthTest.cu of
 * NVIDIA's cuda-samples).
 */
public final class BandwidthTestParser extends SectionParser {

    private static final String TITLE = "[CUDA Bandwidth Test] - Starting";
    private static final Map<String, String> VARIANTS = Map.of("host to device", "host_to_device", "device to host",
            "device_to_host", "device to device", "device_local_copy", "h2d", "host_to_device", "d2h", "device_to_host",
            "d2d", "device_local_copy");
    private static final Pattern DIRECTION = Pattern
            .compile("\\s{0,8}((?:Host|Device) to (?:Host|Device)) Bandwidth, (\\d{1,4}) Device\\(s\\)\\s*");
    private static final Pattern MEMORY = Pattern
            .compile("\\s{0,8}(PINNED|PAGEABLE|WC PINNED|Paged) Memory Transfers\\s*");
    private static final Pattern COLUMNS = Pattern
            .compile("\\s{0,8}Transfer Size \\(Bytes\\)\\s+Bandwidth\\(([GM]B/s)\\)\\s*");
    private static final Pattern ROW = Pattern.compile("\\s{0,8}(\\d{1,15})\\s+(\\d{1,9}(?:\\.\\d{1,6})?)\\s*");
    private static final Pattern DEVICE = Pattern.compile("\\s{0,8}(?:Device \\d{1,4}|\\d{1,4}): (\\S.{0,80})");
    private static final String CSV_NAME = "bandwidthTest-";
    private static final Pattern CSV = Pattern.compile(CSV_NAME + "(H2D|D2H|D2D)(?:-(Pinned|Paged|WriteCombined))?, "
            + "Bandwidth = ([\\d.]{1,12}) ([GM]B/s), Time = ([\\d.e-]{1,16}) s, Size = (\\d{1,15}) bytes, NumDevsUsed = (\\d{1,4}).*");
    private static final Stack STACK = new Stack("cuda-bandwidth-test", null, "cuda", null);

    private String direction = "";
    private String memory = "";
    private String unit = "";
    private @Nullable Integer devices;
    private @Nullable String gpu;
    /** Whether a table began below the line with the direction. */
    private boolean hasTable;
    private boolean ended;

    public BandwidthTestParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.contains(TITLE) || line.contains(" Bandwidth, ") && DIRECTION.matcher(line).matches()
                || line.startsWith(CSV_NAME) && CSV.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (ended || text.contains(TITLE) && hasRows()) {
            return null;
        }
        var csv = CSV.matcher(text);
        if (csv.matches()) {
            return row(line, () -> List.of(ofCsv(csv)));
        }
        if (text.startsWith(CSV_NAME)) {
            return problem(line, "a line of --csv that is cut, or of another form");
        }
        var found = DIRECTION.matcher(text);
        if (found.matches()) {
            direction = found.group(1).toLowerCase(Locale.ROOT);
            devices = Integer.valueOf(found.group(2));
            hasTable = false;
            return note(line);
        }
        return inTable(line);
    }

    private @Nullable Entry inTable(Line line) {
        var text = line.text();
        var memoryKind = MEMORY.matcher(text);
        var columns = COLUMNS.matcher(text);
        var cells = ROW.matcher(text);
        var device = DEVICE.matcher(text.stripTrailing());
        if (memoryKind.matches()) {
            memory = memoryKind.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
            return note(line);
        }
        if (columns.matches()) {
            unit = columns.group(1);
            // each table has a line with its direction; without one the direction is unknown
            direction = hasTable ? "" : direction;
            hasTable = true;
            return note(line);
        }
        if (!unit.isEmpty() && cells.matches()) {
            return row(line,
                    () -> List.of(measurement(direction, memory, devices, cells.group(1), cells.group(2), unit)));
        }
        if (!hasRows() && device.matches()) {
            gpu = device.group(1);
            return note(line, new Entry.Fact("gpu", device.group(1)));
        }
        boolean known = text.contains(TITLE) || text.strip().equals("Running on...") || text.strip().endsWith(" Mode");
        if (known || text.strip().startsWith("Result = ")) {
            ended = !known;
            return text.strip().equals("Result = FAIL") ? wrongData(line) : note(line);
        }
        return null;
    }

    private Measurement ofCsv(Matcher csv) {
        var kind = csv.group(2) == null ? "" : csv.group(2).toLowerCase(Locale.ROOT);
        return measurement(csv.group(1).toLowerCase(Locale.ROOT), kind, Integer.valueOf(csv.group(7)), csv.group(6),
                csv.group(3), csv.group(4));
    }

    private Measurement measurement(String from, String kind, @Nullable Integer count, String size, String bandwidth,
            String of) {
        var name = VARIANTS.get(from);
        if (name == null) {
            throw new IllegalArgumentException(
                    "no line above the table names a direction, such as 'Host to Device Bandwidth, 1 Device(s)'");
        }
        var speed = new Decimal(bandwidth);
        // copies within a device use no host memory, so its kind is not part of the variant
        var variant = kind.isEmpty() || name.equals("device_local_copy") ? name : name + "+" + kind;
        return measurement(STACK, new Platform(null, gpu, 1, count),
                Workload.of(Operation.MEMCPY, variant).withMessageSize(new Bytes(Long.parseLong(size))),
                new Outcome(null, null, null, null, null, of.equals("GB/s")
                        ? Bandwidth.ofGigabytesPerSecond(speed)
                        : Bandwidth.ofMegabytesPerSecond(speed), null, null, null, null, null),
                NamedValues.NONE);
    }
}
