package org.gpucomm.server.runs;

import java.time.Instant;
import java.util.List;

import org.gpucomm.analysis.series.RunFlag;
import org.jspecify.annotations.Nullable;

/**
 * Run: one benchmark section of one upload, as described in docs/api.md.
 *
 * @param id             {@code <upload id>-<number>}
 * @param title          title that a person gave the upload; null = its filename
 * @param source         member of an archive, or the file that a CSV was made from; null = the upload itself
 * @param line           first line of the log about this run; null if only its rows are
 * @param command        command line in the log; null if the log has none
 * @param problems       number of lines of this run that were not understood
 * @param uploadProblems number of lines of its upload that were not understood, including those outside runs
 * @param wrong          number of measurements with wrong data
 * @param maxBusbw       GB/s, as for {@code maxAlgbw}
 * @param minTime        µs
 */
public record Run(String id, String url, String upload, String filename, @Nullable String title,
        @Nullable String source,
        int section, @Nullable Long line, @Nullable String command,
        String tool,
        @Nullable String toolVersion, @Nullable String library, @Nullable String libraryVersion,
        List<String> operations, List<String> variants, List<String> placements, @Nullable String instanceType,
        @Nullable String gpu, List<Integer> nodes, List<Integer> ranks, @Nullable Long minBytes,
        @Nullable Long maxBytes, long points, long problems, long uploadProblems, long wrong,
        @Nullable String startedAt, Instant storedAt,
        boolean bundled, @Nullable Double maxBusbw, @Nullable Double maxAlgbw, @Nullable Double minTime,
        List<RunFlag> flags, List<String> tags) {}
