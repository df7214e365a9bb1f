package org.gpucomm.results.format.study;

import java.util.List;

import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** The study's tables: NCCL with in and out columns, NVSHMEM with one bandwidth, and Jacobi. */
public final class StudyFormat implements Format.OfFile {

    @Override
    public String id() {
        return "study-csv";
    }

    @Override
    public String description() {
        return "CSV tables of the EFA study: GPUs, size(MB), algbw(GB/s) …, or Experiment, GPUs, Time(sec) …";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(StudyHeader::isOne).isPresent();
    }

    @Override
    public Parser open(Log log) {
        return new StudyParser(log);
    }
}
