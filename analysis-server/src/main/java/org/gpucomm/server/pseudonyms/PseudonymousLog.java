package org.gpucomm.server.pseudonyms;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import java.util.zip.GZIPInputStream;

/**
 * A log with the names of hosts replaced, as it is read. Names that the first {@value #HEAD} bytes show are replaced from
 * the first line on, later ones from the line that shows them. Memory holds no more than that head, or one line.
 */
public final class PseudonymousLog extends InputStream {

    private static final int HEAD = 4 << 20;
    /** A longer line is taken in parts. */
    private static final int LINE = 1 << 20;
    private static final int MAGIC = 264;

    private final InputStream in;
    private final boolean unpacked;
    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final Queue<String> head = new ArrayDeque<>();
    private byte[] line = new byte[0];
    private int at;
    private boolean ended;

    private PseudonymousLog(InputStream in, boolean unpacked) throws IOException {
        this.in = in;
        this.unpacked = unpacked;
        for (int size = 0; size < HEAD && !ended;) {
            var next = nextLine();
            pseudonyms.learn(next);
            head.add(next);
            size += next.length();
        }
    }

    /**
     * @param bytes a text, plain or compressed by gzip; closed with the result
     * @throws Unsuitable for archives and other encodings
     */
    public static PseudonymousLog of(InputStream bytes) throws IOException, Unsuitable {
        var buffered = new BufferedInputStream(bytes, 1 << 16);
        boolean gzip = startsWith(magic(buffered), 0x1F, 0x8B);
        var text = gzip ? new BufferedInputStream(new GZIPInputStream(buffered, 1 << 16), 1 << 16) : buffered;
        refuseWhatIsNoPlainText(magic(text));
        return new PseudonymousLog(text, gzip);
    }

    /** The file's name without names of hosts, and without {@code .gz} where it was unpacked. */
    public String filename(String name) {
        var plain = unpacked && name.toLowerCase(Locale.ROOT).endsWith(".gz")
                ? name.substring(0, name.length() - ".gz".length())
                : name;
        return pseudonyms.replaced(plain);
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int n = Math.min(length, line.length - at);
        System.arraycopy(line, at, buffer, offset, n);
        at += n;
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean fill() throws IOException {
        while (at == line.length) {
            var next = head.poll();
            if (next == null) {
                if (ended) {
                    return false;
                }
                next = nextLine();
                pseudonyms.learn(next);
            }
            line = pseudonyms.replaced(next).getBytes(StandardCharsets.ISO_8859_1);
            at = 0;
        }
        return true;
    }

    /** With its end. One character a byte, so that every byte comes out as it went in. */
    private String nextLine() throws IOException {
        var bytes = new ByteArrayOutputStream(160);
        while (bytes.size() < LINE) {
            int b = in.read();
            if (b < 0) {
                ended = true;
                break;
            }
            bytes.write(b);
            if (b == '\n' || b == '\r') {
                break;
            }
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static byte[] magic(BufferedInputStream in) throws IOException {
        in.mark(MAGIC);
        var bytes = in.readNBytes(MAGIC);
        in.reset();
        return bytes;
    }

    private static void refuseWhatIsNoPlainText(byte[] magic) throws Unsuitable {
        boolean archive = startsWith(magic, 'P', 'K', 3, 4) || startsWith(magic, 0x28, 0xB5, 0x2F, 0xFD)
                || startsWith(magic, 'B', 'Z', 'h') || startsWith(magic, 0xFD, '7', 'z', 'X', 'Z')
                || startsWith(magic, 0x1F, 0x8B) || magic.length > 262
                        && new String(magic, 257, 5, StandardCharsets.ISO_8859_1).equals("ustar");
        if (archive) {
            throw new Unsuitable("names of hosts cannot be replaced within an archive; unpack it and send the logs");
        }
        if (startsWith(magic, 0xFF, 0xFE) || startsWith(magic, 0xFE, 0xFF)) {
            throw new Unsuitable(
                    "names of hosts cannot be replaced in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE");
        }
    }

    private static boolean startsWith(byte[] bytes, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
