package org.gpucomm.server.runs;

import java.time.Instant;
import java.util.List;

import org.gpucomm.server.series.RunFlag;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark section of one upload, as docs/api.md has it.
 *
 * @param id       {@code <upload id>-<number>}
 * @param url      the permalink of its page
 * @param title    what people call its upload; null = its filename
 * @param source   the member of an archive, or the file that a CSV was made from; null = the upload itself
 * @param line     the first line of the log that reports this run; null where nothing but its rows does
 * @param command  what was called, as the log has it; null = it does not say
 * @param problems lines of this run that were not understood
 * @param uploadProblems lines of its whole upload that were not understood: those outside of runs belong to none
 * @param wrong    measurements with wrong data
 * @param maxBusbw GB/s, as is {@code maxAlgbw}
 * @param minTime  µs
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
