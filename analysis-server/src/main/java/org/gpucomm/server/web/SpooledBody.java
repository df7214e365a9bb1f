package org.gpucomm.server.web;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import jakarta.servlet.ServletContext;

/** The body of a request in a file until its answer is given: a client that is slow to send costs no memory. */
public final class SpooledBody implements Closeable {

    private final Path file;

    private SpooledBody(Path file) {
        this.file = file;
    }

    /**
     * Reads a body to its end.
     *
     * @param in      see {@link LimitedBody#of}
     * @param context of the request: its folder is swept at the next start, should the server be killed meanwhile
     */
    public static SpooledBody of(InputStream in, ServletContext context) throws IOException {
        var folder = ((File) context.getAttribute(ServletContext.TEMPDIR)).toPath();
        var body = new SpooledBody(Files.createTempFile(folder, "body-", ".part"));
        try {
            Files.copy(in, body.file, StandardCopyOption.REPLACE_EXISTING);
            return body;
        } catch (IOException | RuntimeException e) {
            body.close();
            throw e;
        }
    }

    public InputStream open() throws IOException {
        return Files.newInputStream(file);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
