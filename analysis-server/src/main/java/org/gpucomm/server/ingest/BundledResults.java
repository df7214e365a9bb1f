package org.gpucomm.server.ingest;

import java.io.IOException;
import java.time.Clock;
import java.util.function.LongConsumer;

import org.gpucomm.server.bundled.BundledFile;
import org.springframework.stereotype.Component;

/** Makes the bundled results uploads like any other. */
@Component
class BundledResults {

    private final StoredFiles files;
    private final Uploads uploads;
    private final IngestProperties properties;
    private final Clock clock;

    BundledResults(StoredFiles files, Uploads uploads, IngestProperties properties, Clock clock) {
        this.files = files;
        this.uploads = uploads;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Adds those that are not there yet. The first is the newest, a millisecond apart, so that lists that begin with the newest
     * begin with the first of the index.
     *
     * @param read takes the readings that are to be imported
     */
    void add(LongConsumer read) throws IOException {
        if (!properties.bundled()) {
            return;
        }
        var moment = clock.instant();
        for (var file : BundledFile.all()) {
            try (var bytes = file.openUpload()) {
                uploads.addBundled(files.store(bytes), file.uploadName(), moment).reading().ifPresent(read::accept);
            }
            moment = moment.minusMillis(1);
        }
    }
}
