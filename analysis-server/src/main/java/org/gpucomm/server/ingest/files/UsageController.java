package org.gpucomm.server.ingest.files;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UsageController {

    private final DiskSpace disk;

    UsageController(DiskSpace disk) {
        this.disk = disk;
    }

    @GetMapping("/api/v1/usage")
    Usage usage() throws IOException {
        return disk.usage();
    }

    /**
     * Bytes that the server stores, as they were some seconds ago; what lies in a bucket as it was some minutes
     * ago.
     *
     * @param uploadBytes   uploads as they lie in the store, compressed
     * @param databaseBytes the database with its indexes
     * @param freeBytes     what is left on the disk of the data directory of the server that was asked
     * @param quotaBytes    what uploads and database may hold together; null = no limit but the disk
     */
    record Usage(long uploadBytes, long databaseBytes, long freeBytes, @Nullable Long quotaBytes) {}
}
