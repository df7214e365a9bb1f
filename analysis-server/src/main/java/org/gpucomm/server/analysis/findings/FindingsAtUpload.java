package org.gpucomm.server.analysis.findings;

import java.io.IOException;
import java.util.Optional;

import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.analysis.stored.StoredRun;
import org.gpucomm.server.analysis.stored.StoredRuns;
import org.gpucomm.server.ingest.uploads.FirstLook;
import org.gpucomm.server.series.Filter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The findings of an upload, counted, while its sender waits for the answer. */
@Component
class FindingsAtUpload implements FirstLook {

    private static final Logger LOG = LoggerFactory.getLogger(FindingsAtUpload.class);
    /** So many are examined in a fraction of a second; larger uploads have their findings on their page. */
    private static final long MOST_POINTS = 5_000;

    private final Examiner examination;
    private final StoredRuns runs;

    FindingsAtUpload(Examiner examination, StoredRuns runs) {
        this.examination = examination;
        this.runs = runs;
    }

    @Override
    public Optional<Said> at(String upload) {
        var chosen = runs.of(upload);
        if (chosen.isEmpty() || chosen.stream().mapToLong(StoredRun::points).sum() > MOST_POINTS) {
            return Optional.empty();
        }
        try {
            return Optional.of(said(examination.of(chosen, Filter.ALL)));
        } catch (IOException e) {
            // The upload is safe and its page will say the same; its sender need not hear of this.
            LOG.warn("no findings for upload {}", upload, e);
            return Optional.empty();
        }
    }

    private static Said said(Examined examined) {
        return new Said(count(examined, Severity.WRONG), count(examined, Severity.WARNING),
                count(examined, Severity.NOTICE), examined.headline().sentence());
    }

    private static long count(Examined examined, Severity severity) {
        return examined.findings().all().stream().filter(finding -> finding.severity() == severity).count();
    }
}
