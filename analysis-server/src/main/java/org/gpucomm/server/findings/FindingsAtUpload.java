package org.gpucomm.server.findings;

import java.io.IOException;

import org.gpucomm.analysis.headline.Examination;
import org.gpucomm.results.Secrets;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.ingest.uploads.FirstLook;
import org.gpucomm.analysis.identity.Filter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Number of findings of an upload, computed while its sender waits for the answer. */
@Component
class FindingsAtUpload implements FirstLook {

    private static final Logger LOG = LoggerFactory.getLogger(FindingsAtUpload.class);
    /** Maximum number of measurements, which are examined in a fraction of a second; the findings of larger uploads are on their pages. */
    private static final long MOST_POINTS = 5_000;

    private final Examiner examination;
    private final StoredRuns runs;

    FindingsAtUpload(Examiner examination, StoredRuns runs) {
        this.examination = examination;
        this.runs = runs;
    }

    @Override
    public Look at(String upload) {
        var chosen = runs.of(upload);
        if (chosen.isEmpty() || chosen.stream().mapToLong(StoredRun::points).sum() > MOST_POINTS) {
            return new Look(null, null);
        }
        try {
            return new Look(said(examination.of(chosen, Filter.ALL)), null);
        } catch (IOException | RuntimeException e) {
            // The upload is stored, even if a rule fails.
            LOG.warn("no findings for upload {}", upload, e);
            return new Look(null, "The file is stored and read, but what it says could not be found out: "
                    + Secrets.hide(e.toString())
                    + ". The server's log has more.");
        }
    }

    private static Said said(Examination examined) {
        return new Said(count(examined, Severity.WRONG), count(examined, Severity.WARNING),
                count(examined, Severity.NOTICE), examined.headline().sentence());
    }

    private static long count(Examination examined, Severity severity) {
        return examined.findings().all().stream().filter(finding -> finding.severity() == severity).count();
    }
}
