package org.gpucomm.server.logviewer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the lines of an upload, by page and by search. */
@RestController
class LinesController {

    private static final int MAX_SIZE = 1000;
    /** Line up to which a page is read from the log itself while its blocks are being created. */
    private static final int HEAD = 2000;
    /** Maximum number of search results to step through. */
    private static final int MOST_FOUND = 10_000;
    private static final int LONGEST = 200;

    private final Logs logs;
    private final BlockFiles blocks;

    LinesController(Logs logs, BlockFiles blocks) {
        this.logs = logs;
        this.blocks = blocks;
    }

    /**
     * @param from   number of the first line, from 1, among the lines that {@code only} selects
     * @param after  if given, the page begins with the first of these lines after this position
     * @param before if given, the page ends with the last of these lines before this position
     */
    @GetMapping("/api/v1/uploads/{id}/lines")
    Page lines(@PathVariable String id, @RequestParam(defaultValue = "1") long from,
            @RequestParam(defaultValue = "200") int size, @RequestParam(required = false) @Nullable LineOutcome only,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(required = false) @Nullable Long before) throws IOException {
        if (from < 1) {
            throw new BadParameter("from must be at least 1, the first line, was " + from);
        }
        if (size < 1 || size > MAX_SIZE) {
            throw new BadParameter("size must be from 1 to " + MAX_SIZE + ", was " + size);
        }
        var log = logs.named(id);
        try {
            return only == null && after == null && before == null && isHead(log, from, size)
                    ? head(log, from, size)
                    : fromBlocks(log, from, size, only, after, before);
        } catch (UnreadableFile e) {
            throw Refused.conflict("The upload has no lines to show: " + e.getMessage());
        }
    }

    /** @param q text to find in a line, ignoring case */
    @GetMapping("/api/v1/uploads/{id}/lines/found")
    BlockFile.Found found(@PathVariable String id, @RequestParam String q) throws IOException {
        if (q.isBlank() || q.length() > LONGEST) {
            throw new BadParameter("q must be what to look for, 1 to " + LONGEST + " characters");
        }
        try {
            return blocksOf(logs.named(id)).find(q, MOST_FOUND);
        } catch (UnreadableFile e) {
            throw Refused.conflict("The upload has no lines to show: " + e.getMessage());
        }
    }

    private boolean isHead(StoredLog log, long from, int size) {
        return from + size <= HEAD && log.state().equals("ready") && log.lines() > HEAD && !blocks.isReady(log);
    }

    private Page head(StoredLog log, long from, int size) throws IOException, UnreadableFile {
        blocks.begin(log);
        var runs = logs.runs(log);
        var items = new ArrayList<Item>();
        try (var lines = new LogWalk(logs, log)) {
            for (var line = lines.next(); line != null && items.size() < size; line = lines.next()) {
                if (line.position() >= from) {
                    items.add(Item.of(line, log.upload(), runs));
                }
            }
        }
        return new Page(log.lines(), log.lines(), from, items);
    }

    private Page fromBlocks(StoredLog log, long from, int size, @Nullable LineOutcome only, @Nullable Long after,
            @Nullable Long before) throws IOException, UnreadableFile {
        var file = blocksOf(log);
        if (before != null) {
            long last = file.upTo(before - 1, only);
            long first = Math.max(1, last - size + 1);
            return page(log, file, only, first, (int) (last - first + 1));
        }
        return page(log, file, only, after == null ? from : file.upTo(after, only) + 1, size);
    }

    private BlockFile blocksOf(StoredLog log) throws IOException, UnreadableFile {
        if (log.state().equals("importing")) {
            throw Refused.conflict("The upload is still being imported; its lines can be seen when that has ended.");
        }
        return blocks.of(log);
    }

    private Page page(StoredLog log, BlockFile file, @Nullable LineOutcome only, long first, int size)
            throws IOException {
        var runs = logs.runs(log);
        var items = file.page(only, first, size).stream().map(line -> Item.of(line, log.upload(), runs)).toList();
        return new Page(file.total(only), file.total(null), first, items);
    }

    /** @param total lines that {@code only} selects @param lines all lines of the upload @param from number of the first item */
    record Page(long total, long lines, long from, List<Item> items) {}

    /** {@link LogLine} as described in docs/api.md; {@code run} is the id of a ready run. */
    record Item(long position, long line, @Nullable String source, LineOutcome became, @Nullable String reason,
            @Nullable String run, int rows, List<String> facts, String text, boolean cut) {

        static Item of(LogLine line, String upload, Set<Integer> runs) {
            return new Item(line.position(), line.line(), line.source(), line.became(),
                    line.reason() == null ? null : Secrets.hide(line.reason()),
                    runs.contains(line.run()) ? upload + "-" + line.run() : null, line.measurements(),
                    line.facts().stream().map(Secrets::hide).toList(),
                    Secrets.hide(line.text()), line.cut());
        }
    }
}
