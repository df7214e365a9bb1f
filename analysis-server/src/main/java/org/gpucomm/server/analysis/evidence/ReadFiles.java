package org.gpucomm.server.analysis.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.terminal.GivenFile;

/**
 * Files that a command was given, read; a folder stands for the files in it.
 *
 * @param refused files that were named and hold no results, each with its reason
 */
public record ReadFiles(EvidenceFiles read, List<String> refused) {

    /** Reads them all. @throws IOException if one cannot be opened; the message says which and why */
    public static ReadFiles of(List<Path> paths) throws IOException {
        var read = new EvidenceFiles();
        var refused = new ArrayList<String>();
        for (var given : GivenFile.of(paths)) {
            var file = given.path();
            boolean piped = file.equals(GivenFile.STANDARD_INPUT);
            try {
                read.add(piped ? System.in : Files.newInputStream(file),
                        piped ? "stdin" : String.valueOf(file.getFileName()), file.toString());
            } catch (NoSuchFileException e) {
                throw new IOException(file + " does not exist", e);
            } catch (UnreadableFile e) {
                if (given.isNamed()) {
                    refused.add(file + ": " + e.getMessage());
                }
            }
        }
        return new ReadFiles(read, List.copyOf(refused));
    }
}
