package org.gpucomm.server.findings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.findings.Findings.Answer;
import org.gpucomm.server.hardware.OwnProfiles;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.springframework.stereotype.Component;

/** Headlines of uploads whose tables wait for a person to explain their columns, read by the likely meaning of these. */
@Component
class UnmappedTables {

    /** Longer tables get their headline once they are imported. */
    private static final int MOST_LINES = 2000;

    private static final Answer UNKNOWN = answer(0,
            new MainPoint(Consequence.REMARK, "The meaning of its columns is not known.", ""));

    private final Logs logs;
    private final OwnProfiles profiles;
    private final ConcurrencyLimiter limiter;

    UnmappedTables(Logs logs, OwnProfiles profiles, ConcurrencyLimiter limiter) {
        this.logs = logs;
        this.profiles = profiles;
        this.limiter = limiter;
    }

    /** Returns the headline; empty if the name is not that of an upload that needs a mapping. */
    Optional<Answer> headline(String upload) throws IOException {
        var log = logs.find(upload).filter(each -> each.state().equals("needs_mapping"));
        return log.isPresent() ? Optional.of(likely(log.get())) : Optional.empty();
    }

    private Answer likely(StoredLog log) throws IOException {
        var files = new EvidenceFiles(true);
        try {
            var lines = logs.head(log, MOST_LINES + 1);
            if (lines.isEmpty() || lines.size() > MOST_LINES) {
                return UNKNOWN;
            }
            try (var _ = limiter.acquire()) {
                var text = String.join("\n", lines) + "\n";
                files.add(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), log.filename(),
                        log.upload());
                var evidence = files.evidence();
                var findings = new Rules(profiles.now().profiles()).examine(evidence);
                return files.size() == 0
                        ? UNKNOWN
                        : answer(files.size(), Headlines.of(evidence, evidence, files.facts(), findings));
            }
        } catch (UnreadableFile e) {
            return UNKNOWN;
        }
    }

    private static Answer answer(int measurements, MainPoint headline) {
        return new Answer(0, measurements, headline, 0, List.of());
    }
}
