package org.gpucomm.server.ingest.uploads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.server.ingest.parsing.Mappings;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.ingest.parsing.Readings;
import org.gpucomm.server.ingest.uploads.MappingDraft.Answer;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the meanings of the columns of an uploaded table: proposals and answers. */
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

    /** @param table number of the table, from 1; null = the first with open questions */
    @GetMapping
    MappingDraft mapping(@PathVariable String id, @RequestParam(required = false) @Nullable Integer table)
            throws IOException {
        var log = logs.named(id);
        var head = head(log);
        return asked(tables(log, head), table, head);
    }

    /** Stores an answer. Once no question is open, the upload is read again; until then its earlier reading stays visible. */
    @PutMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    MappingDraft say(@PathVariable String id, @RequestParam(required = false) @Nullable Integer table,
            @RequestBody Answer said) throws IOException {
        var log = logs.named(id);
        if (log.state().equals("importing")) {
            throw Refused.conflict("The upload is being imported; say what its columns mean when that has ended.");
        }
        var head = head(log);
        var tables = new ArrayList<>(tables(log, head));
        int index = index(tables, table);
        tables.set(index, tables.get(index).with(said.over(tables.get(index).mapping())));
        boolean isOpen = log.state().equals("needs_mapping")
                && !tables.stream().allMatch(each -> each.mapping().isCertain());
        var reading = transaction.execute(status -> {
            if (!Boolean.FALSE.equals(said.remember()) && !tables.get(index).mapping().isLeftOut()) {
                mappings.remember(tables.get(index).mapping());
            }
            if (isOpen) {
                mappings.keep(log.reading(), tables);
            }
            return isOpen ? null : begin(log, tables);
        });
        if (reading != null) {
            imports.submit(reading);
        }
        return asked(tables, isOpen ? null : Integer.valueOf(index + 1), head);
    }

    /** Returns a draft for one table; without rows for a member of an archive. */
    private static MappingDraft asked(List<CustomTable> tables, @Nullable Integer table, List<String> head) {
        int index = index(tables, table);
        var mapping = tables.get(index).mapping();
        long before = tables.subList(0, index).stream()
                .filter(each -> each.mapping().fingerprint().equals(mapping.fingerprint())).count();
        return MappingDraft.of(tables, index, mapping.rows(head, (int) before, PREVIEW));
    }

    private static int index(List<CustomTable> tables, @Nullable Integer table) {
        if (table != null && (table < 1 || table > tables.size())) {
            throw new BadParameter("table must be 1 to " + tables.size() + ", was " + table);
        }
        if (table != null) {
            return table - 1;
        }
        return IntStream.range(0, tables.size()).filter(i -> !tables.get(i).mapping().isCertain()).findFirst()
                .orElse(0);
    }

    private long begin(StoredLog log, List<CustomTable> tables) {
        boolean waits = log.state().equals("needs_mapping");
        long reading = waits
                ? log.reading()
                : readings.beginAgain(log.upload(), ReadingVersion.current(), log.filename(), log.reading());
        mappings.keep(reading, tables);
        if (waits) {
            readings.takeUp(reading);
        }
        return reading;
    }

    /** Returns the tables with the stored answers and questions, or with proposals if the document was read without questions. */
    private List<CustomTable> tables(StoredLog log, List<String> head) {
        var proposed = LogReader.tables(head, log.filename());
        var known = mappings.of(log.reading());
        if (proposed.isEmpty() && known.isEmpty()) {
            throw Refused.conflict("The upload is no table whose columns could be said.");
        }
        var tables = new ArrayList<CustomTable>();
        for (var each : proposed) {
            tables.add(known.stream().filter(each::isSameAs).findFirst().map(said -> each.with(said.mapping()))
                    .orElse(each));
        }
        known.stream().filter(each -> proposed.stream().noneMatch(each::isSameAs)).forEach(tables::add);
        return tables;
    }

    /** Returns the first lines of a document; empty for an archive. */
    private List<String> head(StoredLog log) throws IOException {
        try {
            return logs.head(log, HEAD);
        } catch (UnreadableFile e) {
            throw Refused.conflict("The upload is no table: " + e.getMessage());
        }
    }
}
