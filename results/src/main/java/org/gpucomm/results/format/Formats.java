package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.format.canonical.CanonicalFormat;
import org.gpucomm.results.format.canonical.JsonLinesFormat;
import org.gpucomm.results.format.fabtests.FabtestsFormat;
import org.gpucomm.results.format.deepep.DeepepFormat;
import org.gpucomm.results.format.jacobi.JacobiFormat;
import org.gpucomm.results.format.foreigncsv.ForeignCsvFormat;
import org.gpucomm.results.format.json.NcclTestsJsonFormat;
import org.gpucomm.results.format.json.NvbandwidthJsonFormat;
import org.gpucomm.results.format.json.PerftestJsonFormat;
import org.gpucomm.results.format.libefaxx.LibefaxxCsvFormat;
import org.gpucomm.results.format.libefaxx.LibefaxxFormat;
import org.gpucomm.results.format.nccltests.NcclTestsFormat;
import org.gpucomm.results.format.nvbandwidth.NvbandwidthFormat;
import org.gpucomm.results.format.nvshmem.NvshmemFormat;
import org.gpucomm.results.format.osu.OsuFormat;
import org.gpucomm.results.format.perftest.PerftestFormat;
import org.gpucomm.results.format.study.StudyFormat;
import org.gpucomm.results.format.ucx.UcxFormat;

/**
 * All formats, the strictest first. The first that recognises the head of a file has the file; where none does, each section
 * is read by the first that knows its beginning.
 */
public final class Formats {

    private static final List<Format> ALL = List.of(new CanonicalFormat(), new JsonLinesFormat(), new StudyFormat(),
            new LibefaxxCsvFormat(),
            new NcclTestsFormat(), new OsuFormat(), new PerftestFormat(), new FabtestsFormat(), new UcxFormat(),
            new NcclTestsJsonFormat(), new NvbandwidthJsonFormat(), new PerftestJsonFormat(),
            new NvshmemFormat(), new JacobiFormat(), new LibefaxxFormat(), new DeepepFormat(),
            new NvbandwidthFormat(), new ForeignCsvFormat());

    private Formats() {}

    public static List<Format> all() {
        return ALL;
    }

    static Optional<Format.OfFile> ofFile(List<String> head) {
        return ALL.stream().filter(Format.OfFile.class::isInstance).map(Format.OfFile.class::cast)
                .filter(format -> format.recognises(head)).findFirst();
    }

    static List<Format.OfSection> ofSections() {
        return ALL.stream().filter(Format.OfSection.class::isInstance).map(Format.OfSection.class::cast).toList();
    }

    /**
     * A number that changes whenever any parser, or the order of detection, reads some file differently than before:
     * each format's id and version.
     */
    public static String version() {
        return ALL.stream().map(format -> format.id() + "/" + format.version()).collect(Collectors.joining(" "));
    }
}
