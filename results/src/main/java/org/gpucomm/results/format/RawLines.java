package org.gpucomm.results.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

import org.gpucomm.results.format.unpack.DamagedData;
import org.gpucomm.results.format.unpack.LimitReached;
import org.gpucomm.results.format.unpack.UnpackLimits;
import org.gpucomm.results.format.unpack.UnpackedFile;
import org.gpucomm.results.format.unpack.Members;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an upload with the numbers that {@link LogReader} gives them, including launchers' prefixes: to show the log next to its
 * entries. Files that cannot be read are left out.
 */
public final class RawLines implements Closeable {

    private final Members members;
    private @Nullable Lines lines;
    private int member;
    private String source;

    private RawLines(Members members, String source) {
        this.members = members;
        this.source = source;
    }

    /**
     * Opens an upload.
     *
     * @param in     bytes of the upload; closed with this object
     * @param source name of the file without directories
     */
    public static RawLines open(InputStream in, String source) {
        return new RawLines(new Members(in, source, UnpackLimits.DEFAULT), source);
    }

    /**
     * Returns the next line, at most 1 MiB of it; null after the last.
     *
     * @throws UnreadableFile if the upload is not text; in an archive, such a file is left out
     */
    public @Nullable Line next() throws IOException, UnreadableFile {
        while (true) {
            if (lines == null) {
                var next = members.next();
                if (next == null) {
                    return null;
                }
                begin(next);
                continue;
            }
            var line = of(lines);
            if (line != null) {
                return line;
            }
            lines = null;
        }
    }

    /** Returns the 1-based number of the line's file in the upload. */
    public int member() {
        return member;
    }

    /** Returns the name of that file: the name of the upload, or the path in the archive. */
    public String source() {
        return source;
    }

    public boolean isArchive() {
        return members.isArchive();
    }

    @Override
    public void close() throws IOException {
        members.close();
    }

    private void begin(UnpackedFile next) throws IOException, UnreadableFile {
        member++;
        source = next.source();
        try {
            if (next.refusal() != null) {
                throw new UnreadableFile("the file " + next.refusal());
            }
            var head = Head.of(next.in());
            lines = new Lines(Encoding.of(head.bytes()).asUtf8(head.whole()));
        } catch (UnreadableFile e) {
            if (!members.isArchive()) {
                throw e;
            }
        }
    }

    private @Nullable Line of(Lines open) throws IOException {
        try {
            return open.next();
        } catch (DamagedData e) {
            return null;
        } catch (LimitReached e) {
            members.stop();
            return null;
        }
    }
}
