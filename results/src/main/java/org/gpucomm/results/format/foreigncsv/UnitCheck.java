package org.gpucomm.results.format.foreigncsv;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.foreigncsv.Mapping.Certainty;
import org.gpucomm.results.format.foreigncsv.Mapping.MappedColumn;

/** Whether the columns of a table agree in their units: size / time is the algorithm bandwidth. */
record UnitCheck(Mapping mapping, List<List<String>> rows) {

    /** Times and bandwidths are rounded to two decimals or so. */
    private static final double CLOSE = 0.02;

    /**
     * Where size, time and algorithm bandwidth are there, they show whether their units are the usual ones: size / time is the
     * bandwidth. Then what was likely is certain.
     */
    Mapping agreed() {
        int size = onlySize();
        if (size < 0 || !agrees(size)) {
            return mapping;
        }
        return new Mapping(mapping.separator(), mapping.decimalComma(), mapping.columns().stream()
                .map(column -> column.meaning().kind() == null || column.certainty() == Certainty.UNKNOWN
                        || column.meaning() == Meaning.BUSBW && mapping.columns().stream()
                                .noneMatch(other -> other.meaning() == Meaning.ALGBW && sameUnit(other, column))
                                        ? column
                                        : new MappedColumn(column.header(), column.meaning(), column.unit(),
                                                column.label(),
                                                Certainty.CERTAIN))
                .toList(), mapping.fixed());
    }

    private static boolean sameUnit(MappedColumn one, MappedColumn other) {
        return one.unit() == other.unit()
                && HeaderName.of(one.header()).unit().equals(HeaderName.of(other.header()).unit());
    }

    private boolean agrees(int size) {
        boolean agreed = false;
        for (int i = 0; i < mapping.columns().size(); i++) {
            var bandwidth = mapping.columns().get(i);
            if (bandwidth.meaning() != Meaning.ALGBW) {
                continue;
            }
            int time = IntStream.range(0, mapping.columns().size())
                    .filter(at -> mapping.columns().get(at).meaning() == Meaning.TIME
                            && Objects.equals(mapping.columns().get(at).label(), bandwidth.label()))
                    .findFirst().orElse(-1);
            if (time < 0 || !agree(size, time, i)) {
                return false;
            }
            agreed = true;
        }
        return agreed;
    }

    private boolean agree(int size, int time, int bandwidth) {
        int compared = 0;
        for (var row : rows) {
            var bytes = bytes(mapping.columns().get(size), row.get(size));
            var micros = Row.number(row.get(time), mapping.decimalComma()).map(unit(time)::micros)
                    .map(each -> each.doubleValue())
                    .orElse(0.0);
            var gigabytes = Row.number(row.get(bandwidth), mapping.decimalComma()).map(unit(bandwidth)::bandwidth)
                    .map(each -> each.doubleValue()).orElse(0.0);
            if (bytes <= 0 || micros <= 0 || gigabytes < 1) {
                continue;
            }
            compared++;
            if (Math.abs(bytes / micros / 1000 / gigabytes - 1) > CLOSE) {
                return false;
            }
        }
        return compared > 0;
    }

    private double bytes(MappedColumn column, String cell) {
        var unit = Objects.requireNonNull(column.unit());
        try {
            return unit == Unit.SIZE_WITH_SUFFIX
                    ? Bytes.parse(cell).map(size -> (double) size.count()).orElse(0.0)
                    : Row.number(cell, mapping.decimalComma()).map(unit::bytes).map(size -> (double) size.count())
                            .orElse(0.0);
        } catch (IllegalArgumentException noWholeNumber) {
            return 0;
        }
    }

    private Unit unit(int index) {
        return Objects.requireNonNull(mapping.columns().get(index).unit());
    }

    private int onlySize() {
        var found = IntStream.range(0, mapping.columns().size())
                .filter(i -> mapping.columns().get(i).meaning() == Meaning.SIZE).toArray();
        return found.length == 1 ? found[0] : -1;
    }
}
