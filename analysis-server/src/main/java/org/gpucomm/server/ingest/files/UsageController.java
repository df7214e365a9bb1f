package org.gpucomm.server.ingest.files;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for the disk usage of the server. */
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
     * Number of bytes that the server stores, some seconds old; for a bucket, some minutes old.
     *
     * @param uploadBytes compressed uploads in the store
     * @param freeBytes   free space on the disk of the data directory of the server that answers
     * @param quotaBytes  limit for uploads and database together; null = no limit but the disk
     */
    record Usage(long uploadBytes, long databaseBytes, long freeBytes, @Nullable Long quotaBytes) {}
}
