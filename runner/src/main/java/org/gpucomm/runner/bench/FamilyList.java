package org.gpucomm.runner.bench;

import java.io.StringWriter;
import java.util.List;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.rig.Family;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Families and operations, a sentence each, and whether they can run on this host. */
final class FamilyList {

    private static final JsonFactory JSON = new JsonFactory();

    private final List<Family> families;
    private final LibrarySearch search;

    FamilyList(List<Family> families, LibrarySearch search) {
        this.families = families;
        this.search = search;
    }

    String text(BenchCommand.ListFormat format) {
        return format == BenchCommand.ListFormat.json ? json() : text();
    }

    private String text() {
        var text = new StringBuilder();
        for (var family : families) {
            var about = family.about();
            var missing = family.missing(search);
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

    private void write(Family family, JsonGenerator json) {
        var about = family.about();
        var missing = family.missing(search);
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
