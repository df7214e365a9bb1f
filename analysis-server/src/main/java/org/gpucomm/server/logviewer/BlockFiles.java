package org.gpucomm.server.logviewer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.parsing.Logs;
import org.gpucomm.server.ingest.parsing.Logs.StoredLog;
import org.gpucomm.server.ingest.uploads.Erased;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Logs in blocks, in the folder {@code lines} of the data directory. Each is made when somebody first looks at its log; the
 * folder may be deleted at any time.
 */
@Component
class BlockFiles implements DisposableBean {

    private static final int KEPT = 100;
    private static final int OPEN = 16;
    private static final String PART = ".part";

    private final Path folder;
    private final Logs logs;
    private final Clock clock;
    private final ExecutorService executor = Executors.newFixedThreadPool(2,
            Thread.ofPlatform().daemon().name("lines-", 1).factory());
    private final Map<String, CompletableFuture<BlockFile>> making = new ConcurrentHashMap<>();
    private final Map<String, BlockFile> open = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, BlockFile> eldest) {
            return size() > OPEN;
        }
    });

    BlockFiles(@Value("${gpucomm.data-dir}") Path dataDir, Logs logs, Clock clock) {
        this.folder = dataDir.resolve("lines");
        this.logs = logs;
        this.clock = clock;
    }

    /** Whether looking at any page of it is quick. */
    boolean isReady(StoredLog log) {
        return Files.exists(path(log));
    }

    /** Begins to make it, in the background. */
    void prepare(StoredLog log) {
        if (!isReady(log)) {
            begin(log);
        }
    }

    /**
     * Waits until it is made, where nobody has looked at that log yet: as long as reading the log takes.
     *
     * @throws UnreadableFile if it is no text
     */
    BlockFile of(StoredLog log) throws IOException, UnreadableFile {
        var path = path(log);
        var known = open.get(path.toString());
        if (known != null && Files.exists(path)) {
            return known;
        }
        var file = Files.exists(path) ? BlockFile.open(path) : await(begin(log));
        Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
        open.put(path.toString(), file);
        return file;
    }

    @EventListener
    void erase(Erased erased) throws IOException {
        open.keySet().removeIf(path -> path.contains(erased.sha256()));
        if (Files.isDirectory(folder)) {
            delete(of(erased.sha256()));
        }
    }

    @Override
    public void destroy() {
        executor.shutdownNow();
    }

    private CompletableFuture<BlockFile> begin(StoredLog log) {
        return making.computeIfAbsent(path(log).toString(), path -> {
            var made = CompletableFuture.supplyAsync(() -> make(log), executor);
            // Not within this function: the map may not change itself meanwhile.
            made.whenCompleteAsync((file, failure) -> making.remove(path), executor);
            return made;
        });
    }

    private static BlockFile await(CompletableFuture<BlockFile> made) throws IOException, UnreadableFile {
        try {
            return made.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            if (e.getCause() instanceof NoText refusal) {
                throw refusal.reason;
            }
            throw e;
        }
    }

    private BlockFile make(StoredLog log) {
        try {
            Files.createDirectories(folder);
            var part = Files.createTempFile(folder, "making-", PART);
            try {
                write(log, part);
                Files.move(part, path(log), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
            tidy(log);
            return BlockFile.open(path(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnreadableFile e) {
            throw new NoText(e);
        }
    }

    private void write(StoredLog log, Path to) throws IOException, UnreadableFile {
        try (var lines = new LogWalk(logs, log); var out = new BlockWriter(to)) {
            for (var line = lines.next(); line != null; line = lines.next()) {
                out.write(line);
            }
            out.finish();
        }
    }

    /** Takes away what other readings of the log left, and what nobody has looked at for longest. */
    private void tidy(StoredLog log) throws IOException {
        var others = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder, "*.blocks")) {
            for (var file : files) {
                if (!file.equals(path(log))) {
                    others.add(file);
                }
            }
        }
        var stale = others.stream().filter(file -> file.getFileName().toString().startsWith(log.sha256())).toList();
        others.removeAll(stale);
        others.sort(Comparator.comparing(BlockFiles::lastLookedAt).reversed());
        delete(stale);
        delete(others.stream().skip(KEPT).toList());
    }

    private List<Path> of(String sha256) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(sha256)).toList();
        }
    }

    private static void delete(List<Path> files) throws IOException {
        for (var file : files) {
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
        return folder.resolve(log.sha256() + "-" + log.reading() + ".blocks");
    }

    /** Exception that carries the reason out of the thread that found it. */
    private static final class NoText extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient UnreadableFile reason;

        NoText(UnreadableFile reason) {
            super(reason);
            this.reason = reason;
        }
    }
}
