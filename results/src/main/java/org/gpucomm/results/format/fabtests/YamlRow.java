package org.gpucomm.results.format.fabtests;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A line printed by {@code -m}: {@code - { xfer_size: 64, iterations: 1000, …, MB/sec: 51.87, usec/xfer: 1.23, Mxfers/sec: 0.81 }}. */
final class YamlRow {

    private static final Pattern BEGIN = Pattern.compile("\\s*- ?\\{.*");
    private static final Pattern ENTRY = Pattern.compile("(?<![A-Za-z_/])([A-Za-z_/]++):\\s*+([^,}\\s]++)");

    private YamlRow() {}

    static boolean isOne(String line) {
        return line.contains("xfer_size:") && (line.stripLeading().startsWith("-") || line.contains("usec/xfer:"));
    }

    /** Returns the values in a line. @throws IllegalArgumentException if the line is cut */
    static Map<String, String> of(String line) {
        if (!line.stripTrailing().endsWith("}")) {
            throw new IllegalArgumentException("the line is cut: it has no '}' at its end");
        }
        if (!BEGIN.matcher(line).matches()) {
            throw new IllegalArgumentException("the line is cut or torn: it has no '- {' at its beginning");
        }
        var values = new HashMap<String, String>();
        var entry = ENTRY.matcher(line);
        while (entry.find()) {
            if (values.putIfAbsent(entry.group(1), entry.group(2)) != null) {
                throw new IllegalArgumentException("two writers on one line: " + entry.group(1) + " is there twice");
            }
        }
        return values;
    }
}
