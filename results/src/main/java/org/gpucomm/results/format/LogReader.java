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
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.results.format.wrapping.Unwrapper;
import org.jspecify.annotations.Nullable;

/** One file being read: its formats, and its entries one after the other. Memory does not grow with the file. */
public final class LogReader implements Closeable {

    /** Bytes that the formats of whole files see to know theirs. */
    private static final int HEAD_BYTES = 1 << 16;

    private final InputStream in;
    private final Lines lines;
    private final Unwrapper unwrapper = new Unwrapper();
    private final Format.@Nullable OfFile ofFile;
    private final Format.@Nullable Parser whole;
    private final MixedLog mixed;
    private final Queue<Entry> waiting = new ArrayDeque<>();
    private boolean ended;
    private Line latest = Line.of(0, "");

    private LogReader(InputStream in, Log log, Format.@Nullable OfFile ofFile) {
        this.in = in;
        this.lines = new Lines(in);
        this.ofFile = ofFile;
        this.whole = ofFile == null ? null : ofFile.open(log);
        this.mixed = new MixedLog(log, Formats.ofSections());
    }

    /**
     * Looks at the head of the stream and opens the right parser.
     *
     * @param in     the bytes; closed with the reader, or here if this throws
     * @param source name of the file without directories
     * @throws UnreadableFile if it is empty or no text
     */
    public static LogReader open(InputStream in, String source) throws IOException, UnreadableFile {
        try {
            var head = in.readNBytes(HEAD_BYTES);
            refuseWhatIsNoText(head);
            var whole = new SequenceInputStream(new ByteArrayInputStream(withoutByteOrderMark(head)), in);
            return new LogReader(whole, Log.of(source), Formats.ofFile(linesOf(head)).orElse(null));
        } catch (IOException | UnreadableFile | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** The formats that were found so far, in the order of the file; empty at the end if there are no results in it. */
    public Set<Format> formats() {
        return ofFile != null ? Set.of(ofFile) : mixed.found();
    }

    /**
     * To be called after the last entry.
     *
     * @throws UnreadableFile if there was no section of any format
     */
    public void requireResults() throws UnreadableFile {
        if (formats().isEmpty()) {
            throw new UnreadableFile(
                    Formats.all().stream().map(format -> format.id() + " (" + format.description() + ")")
                            .collect(Collectors.joining("; ", "no known format; looked for: ", "")));
        }
    }

    /** What became of the next line; null after the last. */
    public @Nullable Entry next() throws IOException {
        var first = waiting.poll();
        if (first != null || ended) {
            return first;
        }
        var line = lines.next();
        if (line == null) {
            ended = true;
            waiting.addAll(whole == null ? mixed.end() : whole.end());
            return waiting.poll();
        }
        latest = line;
        if (line.cut()) {
            return new Entry.Problem(line.number(), "the line is longer than 1 MiB and was not read", line.text());
        }
        return whole == null ? ofMixed(line) : ofWhole(whole, line);
    }

    /** The line that was read last, as it stands in the file. Entries of line 0 are about none. */
    public Line line() {
        return latest;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private Entry ofMixed(Line line) {
        var entry = mixed.read(unwrapper.unwrap(line));
        waiting.addAll(mixed.takeEndings());
        return entry;
    }

    private static Entry ofWhole(Format.Parser parser, Line line) {
        var entry = parser.read(line);
        if (entry == null) {
            throw new IllegalStateException("a format of whole files must say what became of line " + line.number());
        }
        return entry;
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
}
