package org.gpucomm.results.format.study;

import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.CsvTable;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Parser of one table of the study. */
public final class StudyParser extends CsvTable {

    private final String source;
    private @Nullable StudyHeader header;

    public StudyParser(Log log) {
        super(log.begin());
        this.source = log.source();
    }

    /** Returns whether a file with these first lines is such a table. */
    public static boolean recognises(List<String> head) {
        return header(head, StudyHeader::isOne).isPresent();
    }

    @Override
    protected boolean isHeader(List<String> cells) {
        return StudyHeader.isOne(cells);
    }

    @Override
    protected List<String> begin(List<String> cells) {
        header = StudyHeader.of(cells);
        return cells.stream().filter(name -> !StudyHeader.isKnown(name)).toList();
    }

    @Override
    protected List<Measurement> measurements(List<String> cells) {
        var known = Objects.requireNonNull(header);
        var row = new StudyRow(source, section, known, cells);
        return known.isJacobi() ? row.jacobi() : row.bandwidths();
    }
}
