package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.format.canonical.CanonicalFormat;
import org.gpucomm.results.format.canonical.JsonLinesFormat;
import org.gpucomm.results.format.libefaxx.LibefaxxCsvFormat;
import org.gpucomm.results.format.nccltests.NcclTestsFormat;
import org.gpucomm.results.format.study.StudyFormat;

/** All formats, the strictest first: the first that recognises the head of a file reads it. */
public final class Formats {

    private static final List<Format> ALL = List.of(new CanonicalFormat(), new JsonLinesFormat(),
            new StudyFormat(), new LibefaxxCsvFormat(),
            new NcclTestsFormat());

    private Formats() {}

    public static List<Format> all() {
        return ALL;
    }

    static Optional<Format> detect(List<String> head) {
        return ALL.stream().filter(format -> format.recognises(head)).findFirst();
    }

    /**
     * A number that changes whenever any parser, or the order of detection, reads some file differently than before:
     * each format's id and version.
     */
    public static String version() {
        return ALL.stream().map(format -> format.id() + "/" + format.version()).collect(Collectors.joining(" "));
    }
}
