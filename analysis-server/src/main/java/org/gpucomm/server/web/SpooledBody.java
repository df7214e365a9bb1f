package org.gpucomm.server.web;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import jakarta.servlet.ServletContext;

/** Body of a request in a temporary file until its answer is sent, so that slow clients cost no memory. */
public final class SpooledBody implements Closeable {

    private final Path file;

    private SpooledBody(Path file) {
        this.file = file;
    }

    /**
     * Reads a body to its end.
     *
     * @param in      see {@link LimitedBody#of}
     * @param context context of the request; its folder is swept at the next start if the server is killed
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
