package org.gpucomm.server.analysis.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.UnreadableFile;

/**
 * Files that a command was given, read; a folder stands for the files in it.
 *
 * @param refused what could not be read, each with its file and its reason
 */
public record GivenFiles(EvidenceFiles read, List<String> refused) {

    /** Reads them all. @throws IOException if one cannot be opened, as one that does not exist */
    public static GivenFiles of(List<Path> paths) throws IOException {
        var read = new EvidenceFiles();
        var refused = new ArrayList<String>();
        for (var path : paths) {
            for (var file : files(path)) {
                try {
                    read.add(Files.newInputStream(file), String.valueOf(file.getFileName()), file.toString());
                } catch (UnreadableFile e) {
                    refused.add(file + ": " + e.getMessage());
                }
            }
        }
        return new GivenFiles(read, List.copyOf(refused));
    }

    private static List<Path> files(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        if (!Files.exists(path)) {
            throw new IOException(path + " does not exist");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> walk = Files.walk(path)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
