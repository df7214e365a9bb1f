package org.gpucomm.results.format.study;

import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.CsvTable;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;

/** Parser of one table of the study. */
public final class StudyParser extends CsvTable {

    private final String source;
    private List<String> header = List.of();

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
        header = cells;
        return cells.stream().filter(name -> !StudyHeader.isKnown(name)).toList();
    }

    @Override
    protected List<Measurement> measurements(List<String> cells) {
        var row = new StudyRow(source, section, NamedCells.of(header, cells).values());
        return header.contains(StudyHeader.EXPERIMENT) ? row.jacobi() : row.bandwidths();
    }
}
