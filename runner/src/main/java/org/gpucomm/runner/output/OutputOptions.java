package org.gpucomm.runner.output;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.NamedValues;
import org.gpucomm.runner.output.ResultFile.Existing;
import org.gpucomm.runner.upload.UploadOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the output of results. A picocli mixin; {@code -o} is not one, because nccl-tests uses it for the operator. */
public final class OutputOptions {

    @Option(names = {"-O", "--output"}, paramLabel = "FILE",
            description = "Keeps the results in FILE, as canonical CSV if it ends in .csv or JSON lines if in .jsonl. "
                    + "Every line is written at once.")
    private @Nullable Path output;

    @Option(names = "--resume",
            description = "Goes on with FILE of an interrupted run: what it has is not measured again.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replaces FILE if it exists.")
    private boolean overwrite;

    @Option(names = "--setting", paramLabel = "NAME=VALUE",
            description = "Goes into the column settings, to tell runs apart; may be given several times.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--section", paramLabel = "N", hidden = true,
            description = "Section of FILE that the results get; of one benchmark only. Plans number their steps so.")
    private @Nullable Integer section;

    @Option(names = "-I", paramLabel = "0|1", defaultValue = "0",
            description = "1 prints the times of single iterations: least, largest, 99th percentile.")
    private int perIteration;

    @Option(names = {"-q", "--quiet"}, description = "Leaves out the sentence below the table.")
    private boolean isQuiet;

    @Mixin
    private UploadOptions upload = new UploadOptions();

    /** Throws an {@link IllegalArgumentException} if the options contradict each other. */
    public void check() {
        existing();
        section();
        output().ifPresent(RowFormat::of);
    }

    /**
     * Checks folder and upload options on this host. With several processes, only process 0 writes and sends, possibly on another host.
     *
     * @throws IllegalArgumentException if results cannot be written or sent
     */
    public void checkHere() {
        output().ifPresent(OutputOptions::checkFolder);
        upload.check(null);
    }

    private static void checkFolder(Path file) {
        var folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "--output: there is no folder " + file.getParent() + " to write " + file.getFileName()
                            + " into");
        }
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("--output must name a file, and " + file + " is a folder");
        }
    }

    boolean perIteration() {
        return perIteration != 0;
    }

    boolean isQuiet() {
        return isQuiet;
    }

    Optional<Path> output() {
        return Optional.ofNullable(output);
    }

    Existing existing() {
        if (resume && overwrite) {
            throw new IllegalArgumentException(
                    "--resume goes on with a file and --overwrite replaces it; give one of them");
        }
        if (resume && output == null) {
            throw new IllegalArgumentException("--resume needs the file to go on with: --output FILE");
        }
        return resume ? Existing.RESUME : overwrite ? Existing.OVERWRITE : Existing.REFUSE;
    }

    NamedValues settings() {
        var given = NamedValues.NONE;
        for (var setting : settings.entrySet()) {
            given = given.with(setting.getKey(), setting.getValue());
        }
        return given;
    }

    @Nullable
    Integer section() {
        if (section != null && section < 1) {
            throw new IllegalArgumentException("--section must be at least 1, was " + section);
        }
        return section;
    }

    UploadOptions upload() {
        return upload;
    }
}
