package org.gpucomm.server.ingest.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import org.apache.commons.codec.digest.DigestUtils;
import org.gpucomm.server.store.Store;
import org.gpucomm.server.web.Refused;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Bytes of uploads. Incoming bytes are compressed to this machine's disk and go into the {@link Store} once they are complete. */
@Component
public class StoredFiles {

    private static final int BUFFER = 1 << 16;
    /** Number of bytes after which the disk is checked again. */
    private static final int LOOK = 1 << 22;

    private static final String INCOMING = "incoming-";

    private final Path folder;
    private final Path work;
    private final Store store;
    private final DataSize limit;
    private final DiskSpace disk;

    StoredFiles(IngestProperties properties, DiskSpace disk, Store store) {
        this.disk = disk;
        this.store = store;
        this.folder = properties.dataDir().resolve("uploads");
        this.work = properties.workDir();
        this.limit = properties.uploadLimit();
    }

    /** Stores a stream, in constant memory, without closing it. @throws Refused if it is too large; nothing is stored then */
    public StoredFile store(InputStream bytes) throws IOException {
        disk.requireFor(0);
        Files.createDirectories(folder);
        var part = folder.resolve(INCOMING + work.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            var file = write(bytes, part);
            long size = Files.size(part);
            store.keep(Store.upload(file.sha256()), part);
            disk.came(size);
            return file;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Returns the uncompressed bytes. */
    public InputStream open(String sha256) throws IOException {
        return new GZIPInputStream(compressed(sha256), BUFFER);
    }

    public boolean has(String sha256) {
        try {
            return store.has(Store.upload(sha256));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the bytes, if they exist. */
    public void erase(String sha256) throws IOException {
        store.erase(Store.upload(sha256));
    }

    /** Deletes incomplete files of servers whose work folder is gone, since these servers have ended. */
    public void sweep() throws IOException {
        if (Files.isDirectory(folder)) {
            try (var parts = Files.newDirectoryStream(folder, INCOMING + "*.part")) {
                for (var part : parts) {
                    var server = part.getFileName().toString().substring(INCOMING.length()).split("\\.")[0];
                    if (!Files.exists(work.resolveSibling(server))) {
                        Files.deleteIfExists(part);
                    }
                }
            }
        }
    }

    private StoredFile write(InputStream bytes, Path part) throws IOException {
        var digest = DigestUtils.getSha256Digest();
        try (var channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var zipped = new QuickGzip(Channels.newOutputStream(channel));
            long count = copy(new DigestInputStream(bytes, digest), zipped);
            zipped.finish();
            channel.force(true);
            return new StoredFile(HexFormat.of().formatHex(digest.digest()), count);
        }
    }

    private long copy(InputStream from, GZIPOutputStream to) throws IOException {
        var buffer = new byte[BUFFER];
        long count = 0;
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            count += n;
            if (count > limit.toBytes()) {
                throw tooLarge();
            }
            if (count / LOOK != (count - n) / LOOK) {
                disk.requireFor(0);
            }
            to.write(buffer, 0, n);
        }
        return count;
    }

    /** @throws Refused if a body of this number of bytes is too large */
    public void checkLength(long announced) {
        if (announced > limit.toBytes()) {
            throw tooLarge();
        }
    }

    private Refused tooLarge() {
        return Refused.tooLarge("The file is larger than this server takes, " + limit.toBytes()
                + " bytes. Split it by benchmark, or start the server with a larger --upload-limit.");
    }

    /** Returns the bytes, compressed by gzip. */
    public InputStream compressed(String sha256) throws IOException {
        return store.open(Store.upload(sha256));
    }

    /** GZIP at the fastest level, three times as fast as the default for files a fifth larger, since the sender waits. */
    private static final class QuickGzip extends GZIPOutputStream {

        QuickGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /** Stored file. @param sha256 64 hexadecimal digits, of the uncompressed bytes @param bytes number of uncompressed bytes */
    public record StoredFile(String sha256, long bytes) {

        /** Returns the id of the upload, which is short but practically unique; the full hash is compared too. */
        public String id() {
            return sha256.substring(0, 16);
        }

        /** Returns the id to use if another upload has the first one: a bundled result keeps its id when its bytes change. */
        public String otherId() {
            return sha256.substring(16, 32);
        }
    }
}
