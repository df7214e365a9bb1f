package org.gpucomm.server.ingest.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files into which uploads are being written. Each is locked by the process that writes it until it has been moved away
 * or given up, so that the sweep of one server never takes a file from another, nor from itself.
 */
final class IncomingFiles {

    private final Path folder;
    /** A process that closes any channel of a file loses its lock of that file, so its own files are not tried. */
    private final Set<Path> own = ConcurrentHashMap.newKeySet();

    IncomingFiles(Path folder) {
        this.folder = folder;
    }

    /** Makes a file that only the caller writes. It is gone when the answer is closed, unless it was moved. */
    Incoming create() throws IOException {
        while (true) {
            var path = folder.resolve("incoming-" + UUID.randomUUID() + ".part");
            own.add(path);
            var incoming = new Incoming(path,
                    FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            incoming.channel().lock();
            if (Files.exists(path)) {
                return incoming;
            }
            // Another server swept it between the two calls.
            incoming.close();
        }
    }

    /** Deletes what no living server is writing. */
    void sweep() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var parts = Files.newDirectoryStream(folder, "incoming-*.part")) {
            for (var part : parts) {
                if (!own.contains(part)) {
                    deleteUnlessLocked(part);
                }
            }
        }
    }

    private static void deleteUnlessLocked(Path part) throws IOException {
        try (var channel = FileChannel.open(part, StandardOpenOption.WRITE); var lock = channel.tryLock()) {
            if (lock != null) {
                Files.deleteIfExists(part);
            }
        } catch (OverlappingFileLockException writtenHere) {
            // It belongs to an upload.
        } catch (NoSuchFileException moved) {
            // Its upload has ended.
        }
    }

    /** A file that is being written. */
    final class Incoming implements Closeable {

        private final Path path;
        private final FileChannel channel;

        private Incoming(Path path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
        }

        Path path() {
            return path;
        }

        FileChannel channel() {
            return channel;
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                Files.deleteIfExists(path);
            } finally {
                own.remove(path);
            }
        }
    }
}
