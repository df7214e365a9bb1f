package org.gpucomm.server.logviewer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.server.ingest.uploads.Erased;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Logs in blocks, created at the first request, in the folder {@code lines}, which may be deleted at any time. */
@Component
class BlockFiles implements DisposableBean {

    private static final int KEPT = 100;
    private static final int OPEN = 16;
    private static final String PART = ".part";
    private static final String ENDING = ".zip";

    private final Path folder;
    private final Logs logs;
    private final Clock clock;
    private final ExecutorService executor = Executors.newFixedThreadPool(2,
            Thread.ofPlatform().daemon().name("lines-", 1).factory());
    private final Map<Path, CompletableFuture<Void>> making = new ConcurrentHashMap<>();
    private final Cache<Path, BlockFile> open = Caffeine.newBuilder().maximumSize(OPEN).executor(Runnable::run).build();

    BlockFiles(@Value("${gpucomm.data-dir}") Path dataDir, Logs logs, Clock clock) {
        this.folder = dataDir.resolve("lines");
        this.logs = logs;
        this.clock = clock;
    }

    /** Returns whether every page of the log can be read quickly. */
    boolean isReady(StoredLog log) {
        return Files.exists(path(log));
    }

    /** Returns the blocks, after creating them if necessary. @throws UnreadableFile if the log is not text */
    BlockFile of(StoredLog log) throws IOException, UnreadableFile {
        var path = path(log);
        try {
            return opened(path);
        } catch (NoSuchFileException deletedMeanwhile) {
            open.invalidate(path);
            await(begin(log));
            return opened(path);
        }
    }

    private BlockFile opened(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
        var known = open.getIfPresent(path);
        if (known != null) {
            return known;
        }
        var file = BlockFile.open(path);
        open.put(path, file);
        return file;
    }

    @EventListener
    void erase(Erased erased) throws IOException {
        open.asMap().keySet().removeIf(path -> isOf(erased.sha256(), path));
        if (Files.isDirectory(folder)) {
            delete(all().filter(path -> isOf(erased.sha256(), path)));
        }
    }

    @Override
    public void destroy() {
        executor.shutdownNow();
    }

    /** Starts to create the blocks in the background. */
    CompletableFuture<Void> begin(StoredLog log) {
        return making.computeIfAbsent(path(log), path -> {
            var made = CompletableFuture.runAsync(() -> make(log), executor);
            // Not inside the function, which must not change the map.
            made.whenCompleteAsync((nothing, failure) -> making.remove(path), executor);
            return made;
        });
    }

    private static void await(CompletableFuture<Void> made) throws IOException, UnreadableFile {
        try {
            made.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case UnreadableFile refusal -> throw refusal;
                default -> throw e;
            }
        }
    }

    private void make(StoredLog log) {
        try (var lines = new LogWalk(logs, log)) {
            Files.createDirectories(folder);
            var part = Files.createTempFile(folder, "making-", PART);
            try {
                BlockFile.write(part, lines::next);
                Files.move(part, path(log), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
            tidy(log);
        } catch (IOException | UnreadableFile e) {
            throw new CompletionException(e);
        }
    }

    /** Deletes the blocks of other readings of the log, and those that were not used for the longest time. */
    private void tidy(StoredLog log) throws IOException {
        delete(all().filter(path -> isOf(log.sha256(), path) && !path.equals(path(log))));
        delete(all().sorted(Comparator.comparing(BlockFiles::lastLookedAt).reversed()).skip(KEPT));
    }

    private Stream<Path> all() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(path -> path.toString().endsWith(ENDING)).toList().stream();
        }
    }

    private static boolean isOf(String sha256, Path path) {
        return path.getFileName().toString().startsWith(sha256);
    }

    private static void delete(Stream<Path> files) throws IOException {
        for (var file : files.toList()) {
            Files.deleteIfExists(file);
        }
    }

    private static FileTime lastLookedAt(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    private Path path(StoredLog log) {
        return folder.resolve(log.sha256() + "-" + log.reading() + ENDING);
    }
}
