package org.gpucomm.server.ingest.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.server.usage.StoredBytes;
import org.gpucomm.server.web.Refused;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Free space on the disk of the data directory. Some is reserved, since H2 cannot use its file on a full disk. */
@Component
public class DiskSpace {

    private final Path folder;
    private final DataSize reserve;
    private final DataSize quota;
    private final StoredBytes stored;

    DiskSpace(IngestProperties properties, StoredBytes stored) {
        this.folder = properties.dataDir();
        this.reserve = properties.reserve();
        this.quota = properties.quota();
        this.stored = stored;
    }

    /** Checks that there is space. @throws Refused if the bytes would use the reserve, or the quota is used up */
    void requireFor(long bytes) {
        if (free() - bytes < reserve.toBytes()) {
            throw Refused.insufficientStorage(
                    "The server's disk has " + free() / 1_000_000 + " MB left, of which " + reserve.toMegabytes()
                            + " MB are kept free. Its operator must free some; then send the file again.");
        }
        if (quota.toBytes() > 0 && stored.total() >= quota.toBytes()) {
            throw Refused.insufficientStorage("The server holds " + stored.total() / 1_000_000 + " MB, and may hold "
                    + quota.toBytes() / 1_000_000 + ". Its operator must raise --quota; then send the file again.");
        }
    }

    /** Adds bytes that have arrived since the disk was last checked. */
    void came(long bytes) {
        stored.add(bytes);
    }

    /** Checks the space before the database grows. @throws FileSystemException if more than half of the reserve is in use */
    public void requireForImport() throws IOException {
        if (free() < reserve.toBytes() / 2) {
            throw new FileSystemException(folder.toString(), null, "too little is left on the disk");
        }
    }

    UsageController.Usage usage() {
        return new UsageController.Usage(stored.uploads(), stored.database(), free(),
                quota.toBytes() == 0 ? null : quota.toBytes());
    }

    /** Returns the free space by a path, not by a mount, since a changed root lists no mounts. */
    private long free() {
        var existing = Files.exists(folder) ? folder : folder.toAbsolutePath().getParent();
        return existing.toFile().getUsableSpace();
    }
}
