package org.gpucomm.server.mcp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.hardware.OwnProfiles;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.jspecify.annotations.Nullable;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;

/** Tool that reads and examines a log from the agent, like {@code explain}. Nothing is stored. */
final class ReadLogTool extends AgentTool {

    private static final int MOST_ROWS = 1000;
    private static final int PROBLEMS = 50;
    private static final long MOST_MEASUREMENTS = 100_000;

    private final OwnProfiles hardware;
    private final ConcurrencyLimiter limiter;

    ReadLogTool(OwnProfiles hardware, ConcurrencyLimiter limiter) {
        super("read_log", "Read a log",
                "Reads the output of a benchmark of GPU communication (nccl-tests, nvbandwidth, NVSHMEM perftest, libfabric, OSU, "
                        + "DeepEP and others; or gpucomm's CSV) without storing it: the headline and findings, flags, the measurements "
                        + "with units in the names of their columns, and every line that was not understood.",
                new ToolSchema().text("text", "The whole log, unchanged.")
                        .text("filename", "What it is called; some formats are recognized by it.")
                        .count("rows", "How many measurements are listed, at most " + MOST_ROWS + "; without it 40.")
                        .require("text"));
        this.hardware = hardware;
        this.limiter = limiter;
    }

    @Override
    CallToolResult answer(Arguments arguments, PageAnswers pages) throws IOException {
        var bytes = arguments.text("text").getBytes(StandardCharsets.UTF_8);
        var name = arguments.has("filename") ? arguments.text("filename") : "log.txt";
        try (var _ = limiter.acquire()) {
            var read = new Read(arguments.count("rows", 40, MOST_ROWS));
            read.all(bytes, name);
            return read.answer(bytes, name, new Rules(hardware.now().profiles())).put("stored", false)
                    .put("page", "none: nothing was stored. gpucomm upload, or " + PageAnswers.link("/uploads")
                            + ", gives it one.")
                    .result();
        } catch (UnreadableFile e) {
            throw new BadParameter(name + ": " + e.getMessage());
        }
    }

    private static final class Read {

        private final int most;
        private final List<List<@Nullable String>> rows = new ArrayList<>();
        private final List<Answer> problems = new ArrayList<>();
        private String format = "";
        private long measurements;
        private long rowLines;
        private long notes;
        private long problemLines;

        private Read(int most) {
            this.most = most;
        }

        void all(byte[] bytes, String name) throws IOException, UnreadableFile {
            try (var reader = LogReader.open(new ByteArrayInputStream(bytes), name)) {
                for (var entry = reader.next(); entry != null; entry = reader.next()) {
                    count(entry);
                }
                reader.requireResults();
                format = String.join(" + ", reader.formats().stream().map(Format::id).toList());
            }
            if (measurements > MOST_MEASUREMENTS) {
                throw new BadParameter(name + " has " + measurements + " measurements; at most " + MOST_MEASUREMENTS
                        + " are looked at together. Send a part of it.");
            }
        }

        private void count(Entry entry) {
            switch (entry) {
                case Entry.Row row -> {
                    rowLines++;
                    measurements += row.measurements().size();
                    row.measurements().stream().limit(Math.max(0, most - rows.size()))
                            .forEach(measurement -> rows.add(cells(measurement)));
                }
                case Entry.Note note -> notes++;
                case Entry.Problem problem -> {
                    problemLines++;
                    if (problems.size() < PROBLEMS) {
                        problems.add(
                                new Answer().put("line", problem.line()).put("reason", Secrets.hide(problem.reason()))
                                        .put("text", Secrets.hide(problem.text())));
                    }
                }
            }
        }

        /** Returns the cells of a measurement as reported: numbers have their printed digits. */
        private static List<@Nullable String> cells(Measurement measurement) {
            var cells = new ArrayList<@Nullable String>();
            for (var column : Column.values()) {
                var text = column.textOf(measurement);
                cells.add(text.isEmpty() ? null : text);
            }
            return cells;
        }

        Answer answer(byte[] bytes, String name, Rules rules) throws IOException, UnreadableFile {
            var files = new EvidenceFiles();
            var why = files.add(new ByteArrayInputStream(bytes), name, name);
            var evidence = files.evidence();
            var findings = rules.examine(evidence);
            var ordered = RankedFindings.of(findings);
            return new Answer().put("format", format)
                    .put("lines", Map.of("rows", rowLines, "notes", notes, "problems", problemLines))
                    .put("n", Map.of("measurements", measurements))
                    .put("headline", evidence.observations().isEmpty() && findings.isEmpty()
                            ? why.orElse("no measurements, so nothing to say") + "."
                            : Headlines.of(evidence, evidence, files.facts(), findings).sentence())
                    .list("findings", ordered.first().stream().map(Read::finding).toList())
                    .put("findingsLeftOut", ordered.more().size())
                    .list("flags",
                            evidence.flags().stream()
                                    .map(flag -> new Answer().put("run", flag.run()).put("title", flag.flag().title())
                                            .put("detail", Secrets.hide(flag.detail())))
                                    .toList())
                    .put("columns", Column.headers()).put("rows", rows)
                    .put("rowsLeftOut", measurements - rows.size()).list("problems", problems)
                    .put("problemsLeftOut", problemLines - problems.size());
        }

        private static Answer finding(Finding finding) {
            return new Answer().put("rule", finding.rule()).put("severity", finding.severity())
                    .put("confidence", finding.confidence()).put("sentence", finding.sentence())
                    .put("numbers", finding.numbers()).put("rowCount", finding.rows().size())
                    .put("lines", finding.rows().stream().limit(PROBLEMS).map(row -> row.line()).toList())
                    .put("next", finding.next());
        }
    }
}
