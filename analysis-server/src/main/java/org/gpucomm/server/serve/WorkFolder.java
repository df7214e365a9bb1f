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
 * Folder in which the web server stores the files of forms while it receives them. Each process has a folder of its own, with a file that
 * it holds locked as long as it lives, so that the next one to start takes away what others left there and nothing of one that lives.
 *
 * @param lock open until the process ends: requests may outlast whatever closes things before
 */
record WorkFolder(Path path, FileChannel lock) {

    private static final String LOCK = "lock";

    /** Makes one below that folder, and deletes unused ones there. */
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
            // Another server swept it between the two calls.
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

    /** One without the file is being made. */
    private static void deleteUnlessLocked(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock != null) {
                FileSystemUtils.deleteRecursively(folder);
            }
        } catch (NoSuchFileException free) {
            // Nobody's yet, or nobody's any more.
        }
    }
}
