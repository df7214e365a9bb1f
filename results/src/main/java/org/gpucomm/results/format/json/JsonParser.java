package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Problem;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.json.JsonTokens.Malformed;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a document on one or several lines; more documents of its kind may follow on its last line. A result is a row on the line where
 * its object ends; if several results end on one line, they are one row with all measurements.
 */
final class JsonParser implements Format.Parser {

    private final Log log;
    private final IntFunction<Document> documents;
    private final List<Entry> endings = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private @Nullable JsonTokens tokens;
    private @Nullable Document document;
    private int section;
    private boolean broken;
    /** Whether pieces of the current line came before its end. */
    private boolean inLine;

    /** @param documents factory of the document for a section */
    JsonParser(Log log, IntFunction<Document> documents) {
        this.log = log;
        this.documents = documents;
    }

    @Override
    public @Nullable Entry read(Line line) {
        var start = line.text().stripLeading();
        boolean continued = inLine;
        inLine = false;
        if (broken) {
            return reasons.isEmpty() && measurements.isEmpty() ? afterBreak(line, start) : entry(line);
        }
        if (!continued && tokens == null) {
            if (section == 0 && start.isEmpty()) {
                return Entry.Note.of(line.number(), log.section());
            }
            if (section > 0 || !beginsDocument(start)) {
                return null;
            }
        }
        feed(line.text(), true);
        return entry(line);
    }

    @Override
    public void piece(String text) {
        var start = text.stripLeading();
        boolean ours = inLine || tokens != null || section == 0 && !start.isEmpty() && beginsDocument(start);
        if (ours && !broken) {
            inLine = true;
            feed(text, false);
        }
    }

    @Override
    public boolean takesPieces() {
        return true;
    }

    @Override
    public List<Entry> end() {
        if (document != null) {
            endings.add(new Problem(0, "the JSON ends in " + place()
                    + ": the file is cut, or the program was killed; what was complete is kept", ""));
            finish(false);
        }
        var all = List.copyOf(endings);
        endings.clear();
        return all;
    }

    /** Returns whether a document begins. The opening brace may have been on a line of its own before, read as other text. */
    private boolean beginsDocument(String start) {
        if (start.startsWith("{") || start.startsWith("[{") || start.strip().equals("[")) {
            return true;
        }
        if (!start.startsWith("\"") && !Character.isLetter(start.charAt(0))) {
            return false;
        }
        begin();
        try {
            feed("{");
        } catch (Malformed impossible) {
            throw new IllegalStateException(impossible);
        }
        return true;
    }

    private void feed(String text, boolean wholeLine) {
        try {
            feed(text);
            if (wholeLine && tokens != null) {
                tokens.endOfLine();
            }
        } catch (Malformed e) {
            reasons.add("the JSON breaks off in " + place() + ": " + e.getMessage() + "; what was complete is kept");
            broken = true;
            finish(false);
        }
        takeFound();
    }

    private void feed(String text) throws Malformed {
        int from = 0;
        while (from < text.length()) {
            if (tokens == null) {
                if (text.substring(from).isBlank()) {
                    return;
                }
                begin();
            }
            var reading = tokens;
            from = reading.feed(text, from);
            if (!reading.isInside() && from > 0 && "}]".indexOf(text.charAt(from - 1)) >= 0) {
                finish(true);
            }
        }
    }

    private void begin() {
        section = log.begin();
        document = documents.apply(section);
        tokens = new JsonTokens(document);
    }

    private void finish(boolean whole) {
        takeFound();
        if (document != null) {
            var facts = document.facts(whole);
            if (!facts.isEmpty()) {
                endings.add(new Entry.Note(0, section, facts));
            }
        }
        document = null;
        tokens = null;
    }

    private void takeFound() {
        if (document != null) {
            measurements.addAll(document.measurements);
            reasons.addAll(document.problems);
            document.measurements.clear();
            document.problems.clear();
        }
    }

    /** Returns the entry for the line; a problem next to a row is reported at the end. */
    private Entry entry(Line line) {
        var reason = reasons.isEmpty() ? null : String.join("; ", reasons);
        reasons.clear();
        if (measurements.isEmpty()) {
            return reason == null
                    ? Entry.Note.of(line.number(), section)
                    : Problem.of(line, reason);
        }
        var row = new Entry.Row(line.number(), measurements);
        measurements.clear();
        if (reason != null) {
            endings.add(new Problem(0, "line " + line.number() + ": " + reason, line.text()));
        }
        return row;
    }

    private @Nullable Entry afterBreak(Line line, String start) {
        boolean json = !start.isEmpty() && "\"{}[]".indexOf(start.charAt(0)) >= 0;
        return json
                ? Problem.of(line, "it follows the place where the JSON breaks off")
                : null;
    }

    private String place() {
        return tokens == null ? "its end" : tokens.place();
    }
}
