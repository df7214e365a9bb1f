package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.UnreadableFile;

/** The file {@code x.fingerprint.json} next to {@code x.csv}. It is replaced atomically, so that a kill leaves the old or the new file. */
public final class FingerprintFile {

    private final Path file;

    private FingerprintFile(Path file) {
        this.file = file;
    }

    public static FingerprintFile beside(Path csv) {
        var name = Objects.requireNonNull(csv.getFileName()).toString().replaceFirst("\\.csv$", "");
        return new FingerprintFile(csv.resolveSibling(name + ".fingerprint.json"));
    }

    /** Adds or replaces a section. */
    public void put(int section, List<Fact> facts) throws IOException {
        var replacement = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(replacement, read().with(section, facts).text());
        Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads all sections; there are none if the file does not exist.
     *
     * @throws IllegalArgumentException if the file is not a fingerprint
     */
    public Fingerprints read() throws IOException {
        if (!Files.exists(file)) {
            return Fingerprints.NONE;
        }
        try {
            return Fingerprints.read(Files.readString(file), file.toString());
        } catch (UnreadableFile e) {
            throw new IllegalArgumentException(file + " is no fingerprint of gpucomm (" + e.getMessage()
                    + "); move it away, and its results with it", e);
        }
    }

    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
