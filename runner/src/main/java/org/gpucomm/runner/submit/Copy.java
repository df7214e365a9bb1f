package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Thread that copies the output of a process to a file, byte for byte, and optionally shows it. */
final class Copy {

    private static final int BUFFER = 1 << 13;

    private final Thread thread;
    private volatile @Nullable IOException failure;

    private Copy(InputStream from, Path file, @Nullable PrintWriter shown) {
        thread = new Thread(() -> {
            try {
                copy(from, file, shown);
            } catch (IOException e) {
                failure = e;
            }
        }, "copy-" + file.getFileName());
    }

    /** Starts a copy that also shows the output; {@code shown} is null to show nothing. */
    static Copy of(InputStream from, Path file, @Nullable PrintWriter shown) {
        var copy = new Copy(from, file, shown);
        copy.thread.start();
        return copy;
    }

    /** Waits for the end of the output. */
    void await() throws IOException, InterruptedException {
        thread.join();
        if (failure != null) {
            throw new IOException("what the step printed could not be kept: " + failure.getMessage(), failure);
        }
    }

    private static void copy(InputStream from, Path file, @Nullable PrintWriter shown) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            // A character may begin in one block and end in the next.
            var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
            var bytes = ByteBuffer.allocate(BUFFER);
            var text = CharBuffer.allocate(BUFFER);
            for (int n = 0; n >= 0;) {
                n = from.read(bytes.array(), bytes.position(), bytes.remaining());
                out.write(bytes.array(), bytes.position(), Math.max(0, n));
                bytes.position(bytes.position() + Math.max(0, n)).flip();
                decoder.decode(bytes, text, n < 0);
                bytes.compact();
                if (shown != null) {
                    shown.print(text.flip());
                    shown.flush();
                }
                text.clear();
            }
        }
    }
}
