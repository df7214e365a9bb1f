package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.foreigncsv.Mapping;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.readings.Logs;
import org.gpucomm.server.ingest.readings.Logs.StoredLog;
import org.gpucomm.server.ingest.readings.Mappings;
import org.gpucomm.server.ingest.readings.ReadingVersion;
import org.gpucomm.server.ingest.readings.Readings;
import org.gpucomm.server.ingest.uploads.AskedMapping.Said;
import org.gpucomm.server.web.Conflict;
import org.gpucomm.server.web.NotFound;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What the columns of an uploaded table mean: proposed, said, and read by that. */
@RestController
@RequestMapping("/api/v1/uploads/{id}/mapping")
class MappingController {

    private static final int HEAD = 2000;
    private static final int PREVIEW = 6;

    private final Logs logs;
    private final Mappings mappings;
    private final Readings readings;
    private final Imports imports;
    private final TransactionOperations transaction;

    MappingController(Logs logs, Mappings mappings, Readings readings, Imports imports,
            TransactionOperations transaction) {
        this.logs = logs;
        this.mappings = mappings;
        this.readings = readings;
        this.imports = imports;
        this.transaction = transaction;
    }

    @GetMapping
    AskedMapping mapping(@PathVariable String id) throws IOException {
        var log = find(id);
        var head = head(log);
        var mapping = mapping(log, head);
        return AskedMapping.of(mapping, mapping.rows(head, PREVIEW));
    }

    /** The upload is then read by it, in the background; what was read before is shown until that is ready. */
    @PutMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    AskedMapping say(@PathVariable String id, @RequestBody Said said) throws IOException {
        var log = find(id);
        if (log.state().equals("importing")) {
            throw new Conflict("The upload is being imported; say what its columns mean when that has ended.");
        }
        var head = head(log);
        var mapping = said.over(mapping(log, head));
        imports.submit(transaction.execute(status -> {
            if (!Boolean.FALSE.equals(said.remember())) {
                mappings.remember(mapping);
            }
            return begin(log, mapping);
        }));
        return AskedMapping.of(mapping, mapping.rows(head, PREVIEW));
    }

    private long begin(StoredLog log, Mapping mapping) {
        boolean waits = log.state().equals("needs_mapping");
        long reading = waits
                ? log.reading()
                : readings.beginAgain(log.upload(), ReadingVersion.current(), log.filename(), log.reading());
        mappings.keep(reading, mapping);
        if (waits) {
            readings.takeUp(reading);
        }
        return reading;
    }

    private StoredLog find(String id) {
        return logs.find(id).orElseThrow(() -> new NotFound("There is no upload " + id + "."));
    }

    private Mapping mapping(StoredLog log, List<String> head) {
        return mappings.of(log.reading()).or(() -> Mapping.propose(head, log.filename()))
                .orElseThrow(() -> new Conflict("The upload is no table whose columns could be said."));
    }

    private List<String> head(StoredLog log) throws IOException {
        var head = new ArrayList<String>();
        try (var lines = logs.lines(log)) {
            for (var line = lines.next(); line != null && head.size() < HEAD; line = lines.next()) {
                head.add(line.text());
            }
        } catch (UnreadableFile e) {
            throw new Conflict("The upload is no table: " + e.getMessage());
        }
        return head;
    }
}
