package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** One file being read: its format, and its entries one after the other. Memory does not grow with the file. */
public final class LogReader implements Closeable {

    /** Bytes that detection sees. Logs may begin with pages of other output before the first table. */
    private static final int HEAD_BYTES = 1 << 20;

    private final InputStream in;
    private final Format format;
    private final Format.Parser parser;
    private final Lines lines;
    private final Queue<Entry> closing = new ArrayDeque<>();
    private boolean ended;

    private LogReader(InputStream in, Format format, Format.Parser parser) {
        this.in = in;
        this.format = format;
        this.parser = parser;
        this.lines = new Lines(in);
    }

    /**
     * Looks at the head of the stream and opens the right parser.
     *
     * @param in     the bytes; closed with the reader, or here if this throws
     * @param source name of the file without directories
     * @throws UnreadableFile if it is empty, no text, or in no known format
     */
    public static LogReader open(InputStream in, String source) throws IOException, UnreadableFile {
        try {
            var head = in.readNBytes(HEAD_BYTES);
            refuseWhatIsNoText(head);
            var whole = new SequenceInputStream(new ByteArrayInputStream(withoutByteOrderMark(head)), in);
            var format = Formats.detect(linesOf(head)).orElseThrow(() -> new UnreadableFile(notRecognised()));
            return new LogReader(whole, format, format.open(source));
        } catch (IOException | UnreadableFile | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    public Format format() {
        return format;
    }

    /** What became of the next line; null after the last. */
    public @Nullable Entry next() throws IOException {
        if (ended) {
            return closing.poll();
        }
        var line = lines.next();
        if (line == null) {
            ended = true;
            closing.addAll(parser.end());
            return closing.poll();
        }
        if (line.cut()) {
            return new Entry.Problem(line.number(), "the line is longer than 1 MiB and was not read", line.text());
        }
        return parser.read(line);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static void refuseWhatIsNoText(byte[] head) throws UnreadableFile {
        if (head.length == 0) {
            throw new UnreadableFile("the file is empty");
        }
        if (startsWith(head, 0xFF, 0xFE) || startsWith(head, 0xFE, 0xFF)) {
            throw new UnreadableFile(
                    "the file is UTF-16 text, which is not read; convert it: iconv -f UTF-16 -t UTF-8 FILE");
        }
        if (startsWith(head, 0x1F, 0x8B)) {
            throw new UnreadableFile("the file is compressed by gzip, which is not read; unpack it: gunzip FILE");
        }
        if (startsWith(head, 0x89, 'P', 'N', 'G')) {
            throw new UnreadableFile("the file is a PNG picture, not a log; upload the log that it was drawn from");
        }
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                throw new UnreadableFile("the file is binary (a zero byte at offset " + i + "), not a text log");
            }
        }
    }

    private static boolean startsWith(byte[] head, int... magic) {
        if (head.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((head[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] withoutByteOrderMark(byte[] head) {
        return startsWith(head, 0xEF, 0xBB, 0xBF) ? Arrays.copyOfRange(head, 3, head.length) : head;
    }

    private static List<String> linesOf(byte[] head) throws IOException {
        var reader = new Lines(new ByteArrayInputStream(withoutByteOrderMark(head)));
        var texts = new ArrayList<String>();
        for (var line = reader.next(); line != null; line = reader.next()) {
            texts.add(line.text());
        }
        return texts;
    }

    private static String notRecognised() {
        return Formats.all().stream().map(format -> format.id() + " (" + format.description() + ")")
                .collect(Collectors.joining("; ", "no known format; looked for: ", ""));
    }
}
