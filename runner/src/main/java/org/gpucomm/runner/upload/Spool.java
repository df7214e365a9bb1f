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
 * Files that wait for one server, named by their content, so that the same results wait once:
 * {@code <SHA-256, 16 digits>-<name>}.
 */
final class Spool {

    private static final int DIGITS = 16;
    private static final String REFUSED = ".refused";

    private final Path folder;

    /** @param spool folder with one folder in it for each server */
    Spool(Path spool, URI server) {
        this.folder = spool.resolve(URLEncoder.encode(server.toString(), StandardCharsets.UTF_8));
    }

    /** Writer of a file, to the end or not at all. */
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

    /** Returns the files that wait, in order of their names. */
    List<Path> waiting() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(Spool::isWaiting).sorted().toList();
        }
    }

    /** Keeps it out of the way: sending it again would not help. */
    Path refused(Path waiting) throws IOException {
        return Files.move(waiting, waiting.resolveSibling(waiting.getFileName() + REFUSED),
                StandardCopyOption.REPLACE_EXISTING);
    }

    void sent(Path waiting) throws IOException {
        Files.deleteIfExists(waiting);
    }

    /** Returns the name without the digits in front. */
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
