package org.gpucomm.server.annotations;

import java.util.List;
import java.util.Optional;

import org.gpucomm.server.access.Caller;
import org.gpucomm.server.access.AuditLog;
import org.gpucomm.server.annotations.Baselines.Baseline;
import org.gpucomm.server.annotations.Notes.Note;
import org.gpucomm.server.annotations.Tags.Used;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints for tags, notes and baselines. */
@RestController
@RequestMapping("/api/v1")
class MarksController {

    private final Tags tags;
    private final Notes notes;
    private final Baselines baselines;
    private final Sequence sequence;
    private final JdbcClient jdbc;
    private final TransactionOperations transaction;

    MarksController(Tags tags, Notes notes, Baselines baselines, Sequence sequence, JdbcClient jdbc,
            TransactionOperations transaction) {
        this.tags = tags;
        this.notes = notes;
        this.baselines = baselines;
        this.sequence = sequence;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    @GetMapping("/tags")
    TagList tags() {
        return new TagList(tags.used());
    }

    @PutMapping("/runs/{id}/marks")
    RunMarks mark(@PathVariable String id, @RequestBody Update update, HttpServletRequest request) {
        var run = run(id);
        transaction.executeWithoutResult(status -> {
            if (update.tags() != null) {
                sequence.change();
                tags.put(run, update.tags());
            }
            if (update.note() != null) {
                sequence.change();
                notes.put(run, update.note(), Caller.current().name());
            }
        });
        AuditLog.subject(request,
                "run " + id + (update.tags() == null ? "" : ", tags " + String.join(", ", update.tags()))
                        + (update.note() == null ? "" : ", its note"));
        return marks(run);
    }

    @GetMapping("/baselines")
    BaselineList baselines() {
        return new BaselineList(baselines.all());
    }

    @PutMapping("/baselines/{name}")
    Baseline put(@PathVariable String name, @RequestBody NewBaseline wanted, HttpServletRequest request) {
        var runs = wanted.runs().stream().map(this::run).distinct().toList();
        baselines.put(name, runs, Caller.current().name());
        AuditLog.subject(request, "baseline " + name + ", " + runs.size() + (runs.size() == 1 ? " run" : " runs"));
        return baselines.find(name).orElseThrow(() -> noBaseline(name));
    }

    @DeleteMapping("/baselines/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name, HttpServletRequest request) {
        if (!baselines.remove(name)) {
            throw noBaseline(name);
        }
        AuditLog.subject(request, "baseline " + name);
    }

    private RunMarks marks(RunId run) {
        return new RunMarks(tags.of(List.of(run)).getOrDefault(run, List.of()), notes.of(run).orElse(null));
    }

    private RunId run(String id) {
        var run = RunId.of(id).orElseThrow(() -> new BadParameter(
                "a run is named by its id, such as 0123456789abcdef-1, was '" + id + "'"));
        Optional<Integer> found = jdbc
                .sql("select section from run where upload_id = ? and section = ? and state = 'ready'")
                .params(run.upload(), run.section()).query(Integer.class).optional();
        if (found.isEmpty()) {
            throw Refused.notFound("There is no run " + id + ".");
        }
        return run;
    }

    private static Refused noBaseline(String name) {
        return Refused.notFound("There is no baseline " + name + ".");
    }

    record TagList(List<Used> items) {}

    record BaselineList(List<Baseline> items) {}

    /** New tags and note of a run. @param tags all tags; null = no change @param note empty = no note; null = no change */
    record Update(@Nullable List<String> tags, @Nullable String note) {}

    /** @param runs ids of runs */
    record NewBaseline(List<String> runs) {}

    record RunMarks(List<String> tags, @Nullable Note note) {}
}
