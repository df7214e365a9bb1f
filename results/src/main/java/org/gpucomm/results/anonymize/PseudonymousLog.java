package org.gpucomm.results.anonymize;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import java.util.zip.GZIPInputStream;

import org.gpucomm.results.format.Encoding;
import org.gpucomm.results.format.unpack.FileType;

/**
 * A log whose host names are replaced while it is read. Names in the first {@value #HEAD} bytes are replaced from the first line on, later
 * names from the line of their first occurrence. Memory holds only these bytes, or one line.
 */
public final class PseudonymousLog extends RewrittenLog {

    private static final int HEAD = 4 << 20;
    /** Length in bytes at which a longer line is split. */
    private static final int LINE = 1 << 20;

    private final boolean unpacked;
    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final Queue<String> head = new ArrayDeque<>();

    private PseudonymousLog(InputStream in, boolean unpacked) throws IOException {
        super(in, LINE);
        this.unpacked = unpacked;
        int size = 0;
        for (var next = learnt(); !next.isEmpty(); next = size < HEAD ? learnt() : "") {
            head.add(next);
            size += next.length();
        }
    }

    /**
     * Opens a log.
     *
     * @param bytes text, plain or compressed by gzip; closed with the result
     * @throws UnsupportedLog for archives and other encodings
     */
    public static PseudonymousLog of(InputStream bytes) throws IOException, UnsupportedLog {
        var buffered = new BufferedInputStream(bytes, 1 << 16);
        boolean gzip = FileType.of(head(buffered)) == FileType.GZIP;
        var text = gzip ? new BufferedInputStream(new GZIPInputStream(buffered, 1 << 16), 1 << 16) : buffered;
        refuseWhatIsNoPlainText(head(text));
        return new PseudonymousLog(text, gzip);
    }

    /** Returns the name of the file without host names, and without {@code .gz} if it was unpacked. */
    public String filename(String name) {
        var plain = unpacked && name.toLowerCase(Locale.ROOT).endsWith(".gz")
                ? name.substring(0, name.length() - ".gz".length())
                : name;
        return pseudonyms.replaced(plain);
    }

    @Override
    protected String next() throws IOException {
        var next = head.poll();
        return pseudonyms.replaced(next == null ? learnt() : next);
    }

    /** Returns the next line after learning the names in it. */
    private String learnt() throws IOException {
        var line = line();
        pseudonyms.learn(line);
        return line;
    }

    private static byte[] head(BufferedInputStream in) throws IOException {
        in.mark(FileType.LENGTH);
        var bytes = in.readNBytes(FileType.LENGTH);
        in.reset();
        return bytes;
    }

    private static void refuseWhatIsNoPlainText(byte[] head) throws UnsupportedLog {
        if (FileType.of(head) != FileType.OTHER) {
            throw new UnsupportedLog(
                    "names of hosts cannot be replaced within an archive; unpack it and send the logs");
        }
        var refusal = FileType.refusal(head);
        if (refusal.isPresent()) {
            throw new UnsupportedLog("the file " + refusal.get());
        }
        if (Encoding.isUtf16(head)) {
            throw new UnsupportedLog(
                    "names of hosts cannot be replaced in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE");
        }
    }
}
