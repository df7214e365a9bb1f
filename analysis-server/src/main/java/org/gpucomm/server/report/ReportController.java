package org.gpucomm.server.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.figures.report.StudyReport;
import org.gpucomm.server.evidence.StoredEvidence;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.figures.report.StudyReport.NothingStudied;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Stored runs compared with the EFA study, as the page that {@code gpucomm report} writes. */
@RestController
class ReportController {

    private static final MediaType PAGE = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final StoredRuns runs;
    private final StoredEvidence stored;

    ReportController(StoredRuns runs, StoredEvidence stored) {
        this.runs = runs;
        this.stored = stored;
    }

    /** @param of ids of runs or uploads */
    @ConcurrencyLimited
    @GetMapping(path = "/api/v1/study/report", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> report(@RequestParam List<String> of) throws IOException {
        var rows = stored.of(runs.named(of), Filter.ALL).observations().stream().map(Observation::measurement).toList();
        try {
            return ResponseEntity.ok().contentType(PAGE).body(StudyReport.html(rows));
        } catch (NothingStudied e) {
            throw new BadParameter(String.valueOf(e.getMessage()));
        }
    }
}
