package org.gpucomm.figures.report;

import java.io.IOException;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.study.StudyClaims;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.figures.StudyFigures;

/** Comparison of a user's rows with those of the EFA study. */
public final class StudyReport {

    private StudyReport() {}

    /** Failure because no row corresponds to the study. The message names the missing measurements and the command that makes them. */
    public static final class NothingStudied extends Exception {

        private static final long serialVersionUID = 1L;

        private NothingStudied(int rows) {
            super("none of the measurements, " + rows
                    + " in all, is of what the study measured: NCCL's all-reduce, all-gather and all-to-all, NVSHMEM's "
                    + "all-to-all, Jacobi; ./gpucomm run data/h200/study.yaml measures all of it");
        }
    }

    /** Returns the HTML page for these rows. */
    public static String html(List<Measurement> measurements) throws IOException, NothingStudied {
        var rows = new OwnRows(measurements);
        if (rows.isEmpty()) {
            throw new NothingStudied(measurements.size());
        }
        var claims = StudyClaims.of(EvidenceFiles.bundled("study", "libefaxx", "h200"));
        return ReportPage.html(claims, rows, StudyFigures.of(measurements), measurements.size());
    }
}
