package org.gpucomm.server.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.study.Claim;
import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.study.StudyClaims;
import org.gpucomm.figures.report.StudyReport;
import org.gpucomm.figures.report.StudyReport.NothingStudied;
import org.gpucomm.analysis.evidence.RowLink;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the claims of the study, with links to the stored rows, and for a comparison of stored runs with the study. */
@RestController
class StudyController {

    private static final MediaType PAGE = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final StoredRuns runs;

    StudyController(StoredRuns runs) {
        this.runs = runs;
    }

    @ConcurrencyLimited
    @GetMapping("/api/v1/study")
    List<Item> study() throws IOException {
        var bundled = runs.bundled();
        if (bundled.stream().map(StoredRun::upload).distinct().count() < BundledFile.all().size()) {
            throw Refused.notFound(
                    "The study's results are not all on this server: they are still being imported, or it was "
                            + "started without the bundled results.");
        }
        return StudyClaims.of(runs.evidence(bundled, Filter.ALL)).stream().map(Item::of).toList();
    }

    /** @param of ids of runs or uploads */
    @ConcurrencyLimited
    @GetMapping(path = "/api/v1/study/report", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> report(@RequestParam List<String> of) throws IOException {
        var rows = runs.evidence(runs.named(of), Filter.ALL).observations().stream().map(Observation::measurement)
                .toList();
        try {
            return ResponseEntity.ok().contentType(PAGE).body(StudyReport.html(rows));
        } catch (NothingStudied e) {
            throw new BadParameter(String.valueOf(e.getMessage()));
        }
    }

    /** {@link Claim} as described in docs/api.md. @param url page with exactly its rows @param again later examination; null = none */
    record Item(String number, String claim, Ruling ruling, String title, List<String> points, int rowCount, String url,
            @Nullable Later again) {

        static Item of(Claim claim) {
            var again = claim.again();
            return new Item(claim.number(), claim.claim(), claim.ruling(), claim.ruling().title(), claim.points(),
                    claim.rows().size(), RowLink.of(claim.rows()), again == null ? null : Later.of(again));
        }
    }

    /** {@link Claim.Again}. @param url page that shows exactly its rows */
    record Later(String where, List<String> points, String limits, int rowCount, String url) {

        static Later of(Claim.Again again) {
            return new Later(again.where(), again.points(), again.limits(), again.rows().size(),
                    RowLink.of(again.rows()));
        }
    }
}
