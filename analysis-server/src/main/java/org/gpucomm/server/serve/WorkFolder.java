package org.gpucomm.server.serve;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

import org.springframework.util.FileSystemUtils;

/**
 * Folder for files of forms that the web server receives. Each process has its own, with a file that it keeps locked, so that the next
 * process to start deletes the folders of ended processes only.
 *
 * @param lock held until the process ends, since requests may outlast the application's shutdown
 */
record WorkFolder(Path path, FileChannel lock) {

    private static final String LOCK = "lock";

    /** Creates a folder below another, and deletes unused ones there. */
    static WorkFolder in(Path all) throws IOException {
        Files.createDirectories(all);
        sweep(all);
        while (true) {
            var folder = Files.createDirectory(all.resolve(UUID.randomUUID().toString()));
            var lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            if (Files.exists(folder.resolve(LOCK))) {
                return new WorkFolder(folder, lock);
            }
            // Another server deleted it between the two calls.
            lock.close();
        }
    }

    private static void sweep(Path all) throws IOException {
        try (var folders = Files.newDirectoryStream(all, Files::isDirectory)) {
            for (var folder : folders) {
                deleteUnlessLocked(folder);
            }
        }
    }

    /** Deletes a folder unless it is in use; one without the lock file is being created. */
    private static void deleteUnlessLocked(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock != null) {
                FileSystemUtils.deleteRecursively(folder);
            }
        } catch (NoSuchFileException free) {
            // It is just being created, or was deleted.
        }
    }
}
