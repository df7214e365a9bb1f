package org.gpucomm.server.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UsageController {

    private final StoredBytes stored;
    private final Path dataDir;
    private final DataSize quota;

    UsageController(StoredBytes stored, @Value("${gpucomm.data-dir}") Path dataDir,
            @Value("${gpucomm.quota:0B}") DataSize quota) {
        this.stored = stored;
        this.dataDir = dataDir;
        this.quota = quota;
    }

    @GetMapping("/api/v1/usage")
    Usage usage() throws IOException {
        return new Usage(stored.uploads(), stored.database(), Files.getFileStore(dataDir).getUsableSpace(),
                quota.toBytes() == 0 ? null : quota.toBytes());
    }

    /**
     * What the server holds, as it was some seconds ago; what lies in a bucket as it was some minutes ago.
     *
     * @param uploadBytes   uploads as they lie in the store, compressed
     * @param databaseBytes the database with its indexes
     * @param freeBytes     what is left on the disk of the data directory of the server that was asked
     * @param quotaBytes    what uploads and database may hold together; null = no limit but the disk
     */
    record Usage(long uploadBytes, long databaseBytes, long freeBytes, @Nullable Long quotaBytes) {}
}
