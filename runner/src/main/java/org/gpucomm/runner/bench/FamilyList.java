package org.gpucomm.runner.bench;

import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.rig.Family;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** List of families and operations with descriptions. Families that can run on this host come first. */
final class FamilyList {

    private static final JsonFactory JSON = new JsonFactory();

    private final List<Listed> families;

    FamilyList(List<Family> families, LibrarySearch search) {
        this.families = families.stream()
                .map(family -> new Listed(family.about(), family.options().get().missing(search)))
                .sorted(Comparator.comparing(each -> !each.missing().isEmpty())).toList();
    }

    private record Listed(Bench about, List<String> missing) {}

    String text(BenchCommand.ListFormat format) {
        return format == BenchCommand.ListFormat.json ? json() : text();
    }

    private String text() {
        var text = new StringBuilder();
        for (var family : families) {
            var about = family.about();
            var missing = family.missing();
            text.append(about.id()).append("  ").append(about.sentence()).append('\n');
            text.append(
                    missing.isEmpty() ? "  It can run here." : "  It cannot run here: " + String.join("; ", missing))
                    .append('\n');
            about.operations().forEach(item -> text
                    .append(String.format("  %-16s %s%n", item.operation().id(), item.sentence())));
        }
        return text.toString();
    }

    private String json() {
        var text = new StringWriter();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (var family : families) {
                json.writeStartObject();
                write(family, json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text + "\n";
    }

    private static void write(Listed family, JsonGenerator json) {
        var about = family.about();
        var missing = family.missing();
        json.writeStringProperty("family", about.id()).writeStringProperty("library", about.library())
                .writeStringProperty("sentence", about.sentence()).writeBooleanProperty("available", missing.isEmpty());
        json.writeArrayPropertyStart("missing");
        missing.forEach(json::writeString);
        json.writeEndArray().writeArrayPropertyStart("operations");
        for (var item : about.operations()) {
            json.writeStartObject().writeStringProperty("operation", item.operation().id())
                    .writeStringProperty("sentence", item.sentence()).writeEndObject();
        }
        json.writeEndArray();
    }
}
