package org.gpucomm.results.upload;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of an upload, opened again for each attempt to send them. */
@FunctionalInterface
public interface Content {

    InputStream open() throws IOException;
}
