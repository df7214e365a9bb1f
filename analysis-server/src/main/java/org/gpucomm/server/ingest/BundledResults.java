package org.gpucomm.server.ingest;

import java.io.IOException;
import java.util.function.LongConsumer;

import org.gpucomm.server.bundled.BundledFile;
import org.springframework.stereotype.Component;

/** Makes the bundled results uploads like any other. */
@Component
class BundledResults {

    private final StoredFiles files;
    private final Uploads uploads;
    private final IngestProperties properties;

    BundledResults(StoredFiles files, Uploads uploads, IngestProperties properties) {
        this.files = files;
        this.uploads = uploads;
        this.properties = properties;
    }

    /** @param read takes the readings that are to be imported */
    void add(LongConsumer read) throws IOException {
        if (!properties.bundled()) {
            return;
        }
        for (var file : BundledFile.all()) {
            try (var bytes = file.open()) {
                uploads.add(files.store(bytes), file.name(), true).reading().ifPresent(read::accept);
            }
        }
    }
}
