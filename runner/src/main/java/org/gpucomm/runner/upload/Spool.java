package org.gpucomm.runner.upload;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Spool of files to be uploaded to one server. Files are named by content, {@code <SHA-256, 16 digits>-<name>}, so that the same results
 * are stored once.
 */
final class Spool {

    private static final int DIGITS = 16;
    private static final String REFUSED = ".refused";

    private final Path folder;

    /** @param spool folder that contains a folder for each server */
    Spool(Path spool, URI server) {
        this.folder = spool.resolve(URLEncoder.encode(server.toString(), StandardCharsets.UTF_8));
    }

    /** Writer of the content of a file. */
    interface Writing {
        void writeTo(OutputStream out) throws IOException;
    }

    Path put(String name, Writing content) throws IOException {
        Files.createDirectories(folder);
        var partial = Files.createTempFile(folder, "", ".part");
        try {
            var digest = sha256();
            try (var out = new DigestOutputStream(Files.newOutputStream(partial), digest)) {
                content.writeTo(out);
            }
            var hash = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
            return Files.move(partial, folder.resolve(hash + "-" + name), StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** Returns the files to be uploaded, in order of names. */
    List<Path> waiting() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(Spool::isWaiting).sorted().toList();
        }
    }

    /** Renames a file that the server refused, so that it is not uploaded again. */
    Path refused(Path waiting) throws IOException {
        return Files.move(waiting, waiting.resolveSibling(waiting.getFileName() + REFUSED),
                StandardCopyOption.REPLACE_EXISTING);
    }

    void sent(Path waiting) throws IOException {
        Files.deleteIfExists(waiting);
    }

    /** Returns the name of a file without the leading digits. */
    static String nameOf(Path waiting) {
        return String.valueOf(waiting.getFileName()).substring(DIGITS + 1);
    }

    private static boolean isWaiting(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.matches("[0-9a-f]{" + DIGITS + "}-.+") && !name.endsWith(REFUSED);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
