package org.gpucomm.server.ingest;

import java.io.IOException;

import org.gpucomm.server.ingest.files.StoredFiles;
import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.rereading.Rereading;
import org.gpucomm.server.ingest.uploads.BundledResults;
import org.gpucomm.server.ingest.uploads.Erasure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What a server imports at its start without being asked. */
@Component
class TakeUp {

    private static final Logger LOG = LoggerFactory.getLogger(TakeUp.class);

    private final StoredFiles files;
    private final Imports imports;
    private final Rereading rereading;
    private final BundledResults bundled;
    private final Erasure erasure;

    TakeUp(StoredFiles files, Imports imports, Rereading rereading, BundledResults bundled, Erasure erasure) {
        this.files = files;
        this.imports = imports;
        this.rereading = rereading;
        this.bundled = bundled;
        this.erasure = erasure;
    }

    /** In the background: unfinished imports first, then what came with this build, then what older parsers have read. */
    void begin() {
        imports.execute(() -> {
            try {
                files.sweep();
                rereading.renewUnfinished();
                rereading.packUnpacked();
                imports.submitUnfinished();
                bundled.add(imports::submit);
                rereading.begin(false).forEach(imports::submit);
                erasure.begin();
            } catch (IOException e) {
                LOG.error("cannot take up imports", e);
            }
        });
    }
}
