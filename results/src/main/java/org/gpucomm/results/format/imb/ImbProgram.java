package org.gpucomm.results.format.imb;

import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/** Facts that one start of the suite prints for all its benchmarks: its version, and what they transfer and reduce. */
final class ImbProgram {

    private static final Pattern BANNER = Pattern
            .compile("#\\s+Intel ?\\(R\\) MPI Benchmark(?:s | Suite V)(\\d[\\w. ]*+)(?:,.*)?\\s*");
    private static final Pattern VALUE = Pattern
            .compile("#\\s+(MPI_Datatype|MPI_Datatype for reductions|MPI_Op)\\s*:\\s*(\\w+)\\s*");
    private static final int FIRST_OF_TEN_TO_THE_SIXTH = 2018;

    private @Nullable String version;
    private @Nullable String datatype;
    private @Nullable String reduced;
    private @Nullable String redop;

    static boolean isBanner(String line) {
        return line.startsWith("#") && line.contains("MPI Benchmark") && BANNER.matcher(line).matches();
    }

    void banner(String line) {
        var banner = BANNER.matcher(line);
        version = banner.matches() ? banner.group(1).strip() : null;
        datatype = null;
        reduced = null;
        redop = null;
    }

    /** Returns whether the line has a value that the suite prints once. */
    boolean isOfBanner(String line) {
        var value = VALUE.matcher(line);
        if (!line.startsWith("#") || !value.matches()) {
            return false;
        }
        var text = value.group(2).toLowerCase(Locale.ROOT);
        switch (value.group(1)) {
            case "MPI_Datatype" -> datatype = text;
            case "MPI_Op" -> redop = text;
            default -> reduced = text;
        }
        return true;
    }

    @Nullable
    String version() {
        return version;
    }

    @Nullable
    String datatype(Operation operation) {
        return operation.reduces() ? reduced : datatype;
    }

    @Nullable
    String redop(Operation operation) {
        return operation.reduces() ? redop : null;
    }

    /** Returns whether a megabyte is 2²⁰ bytes, as before version 2018; null if there is no banner with a version. */
    @Nullable
    Boolean isBinary() {
        var year = version == null ? "" : version.split("[^0-9]")[0];
        return year.isEmpty() || year.length() > 4 ? null : Integer.parseInt(year) < FIRST_OF_TEN_TO_THE_SIXTH;
    }
}
