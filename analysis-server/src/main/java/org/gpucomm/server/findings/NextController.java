package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.Optional;

import org.gpucomm.analysis.headline.Examined;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.web.NotFound;
import org.gpucomm.server.web.OwnParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** The plan of the next run, whose results come back to this server. */
@RestController
class NextController {

    private static final String PATH = "/api/v1/next.yaml";

    private final Examiner examination;
    private final StoredRuns runs;

    NextController(Examiner examination, StoredRuns runs) {
        this.examination = examination;
        this.runs = runs;
    }

    /** Runs, uploads and filters of rows are read off the request, as those of findings are. */
    @OwnParameters
    @GetMapping(path = PATH, produces = "text/yaml")
    String plan(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var questions = examination.of(selection.of(runs), selection.filter()).questions();
        if (questions.open().isEmpty()) {
            throw new NotFound("Nothing that a next run would settle is open in these runs.");
        }
        return ServedPlan.text(questions);
    }

    /** Returns how anyone who reads the findings of a question gets its plan and runs it. */
    static Optional<String> command(Examined examined, @Nullable String query) {
        if (examined.questions().open().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ServedPlan.command(examined.questions(), PATH, query));
    }
}
