package org.gpucomm.runner.bench;

import java.util.List;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.rig.Family;

/** Families and operations, a sentence each, and whether they can run on this host. */
final class FamilyList {

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
        var text = new StringBuilder("[");
        for (var family : families) {
            var about = family.about();
            var missing = family.missing(search);
            text.append(text.length() > 1 ? "," : "").append("\n  {\"family\":").append(quoted(about.id()))
                    .append(",\"library\":").append(quoted(about.library())).append(",\"sentence\":")
                    .append(quoted(about.sentence())).append(",\"available\":").append(missing.isEmpty())
                    .append(",\"missing\":[")
                    .append(String.join(",", missing.stream().map(FamilyList::quoted).toList()))
                    .append("],\"operations\":[").append(String.join(",", about.operations().stream()
                            .map(item -> "\n    {\"operation\":" + quoted(item.operation().id()) + ",\"sentence\":"
                                    + quoted(item.sentence()) + "}")
                            .toList()))
                    .append("]}");
        }
        return text.append("\n]\n").toString();
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder();
        Json.quote(quoted, text);
        return quoted.toString();
    }
}
