package org.gpucomm.results.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

import org.apache.commons.io.input.ReaderInputStream;
import org.gpucomm.results.format.unpack.FileType;

/** Encoding of a text, found by its first bytes. Text without signs of UTF-16 is read as UTF-8; invalid bytes become U+FFFD. */
public enum Encoding {

    UTF_8(StandardCharsets.UTF_8, 0),
    UTF_8_MARKED(StandardCharsets.UTF_8, 3),
    UTF_16LE(StandardCharsets.UTF_16LE, 0),
    UTF_16LE_MARKED(StandardCharsets.UTF_16LE, 2),
    UTF_16BE(StandardCharsets.UTF_16BE, 0),
    UTF_16BE_MARKED(StandardCharsets.UTF_16BE, 2);

    /** In fewer bytes, zeros prove nothing. */
    private static final int FEWEST = 8;
    /** At least one character in four is ASCII. */
    private static final int LEAST_SHARE = 4;
    /** Characters of text per zero: damaged logs have holes of a few bytes, but no other control characters. */
    private static final int FEWEST_PER_ZERO = 8;
    private static final int FEWEST_PER_CONTROL = 200;
    private static final int FIRST_BEYOND_ASCII = 0x80;

    private final Charset charset;
    private final int mark;

    Encoding(Charset charset, int mark) {
        this.charset = charset;
        this.mark = mark;
    }

    /** Returns the encoding of the first bytes of a file. @throws UnreadableFile if the bytes are empty or not text */
    static Encoding of(byte[] head) throws UnreadableFile {
        if (head.length == 0) {
            throw new UnreadableFile("the file is empty");
        }
        var encoding = marked(head);
        if (encoding == UTF_8 || encoding == UTF_8_MARKED) {
            refuseZeros(head);
        }
        return encoding;
    }

    /** Returns whether a text with these first bytes is UTF-16, with or without a byte order mark. */
    public static boolean isUtf16(byte[] head) {
        return !marked(head).wrapping().isEmpty();
    }

    private static Encoding marked(byte[] head) {
        if (FileType.startsWith(head, "\u00EF\u00BB\u00BF")) {
            return UTF_8_MARKED;
        }
        if (FileType.startsWith(head, "\u00FF\u00FE")) {
            return UTF_16LE_MARKED;
        }
        if (FileType.startsWith(head, "\u00FE\u00FF")) {
            return UTF_16BE_MARKED;
        }
        return byZeros(head);
    }

    /** Detects UTF-16 by its zeros: logs are nearly all ASCII, so every second byte is zero and few others are. */
    private static Encoding byZeros(byte[] head) {
        int[] zeros = new int[2];
        for (int i = 0; i < head.length; i++) {
            zeros[i & 1] += head[i] == 0 ? 1 : 0;
        }
        int pairs = head.length / 2;
        if (head.length < FEWEST || zeros[0] + zeros[1] == 0) {
            return UTF_8;
        }
        boolean many = zeros[0] + zeros[1] >= pairs * 9 / 10;
        if (many && zeros[0] < pairs / 10) {
            return UTF_16LE;
        }
        return many && zeros[1] < pairs / 10 ? UTF_16BE : byText(head);
    }

    /** Decides by the decoded text, for logs whose box-drawing characters put zeros on both sides: only the right byte order gives text. */
    private static Encoding byText(byte[] head) {
        for (var encoding : List.of(UTF_16LE, UTF_16BE)) {
            var text = new String(head, 0, head.length / 2 * 2, encoding.charset);
            long ascii = text.chars().filter(c -> c < FIRST_BEYOND_ASCII).count();
            if (ascii * LEAST_SHARE > text.length() && text.chars().allMatch(Encoding::isOfText)) {
                return encoding;
            }
        }
        return UTF_8;
    }

    private static boolean isOfText(int c) {
        return Character.isDefined(c) && c != 0xFFFD
                && (!Character.isISOControl(c) || "\t\n\r\f\u001B".indexOf(c) >= 0);
    }

    /**
     * Refuses binary files. A damaged log has a few zeros, and a log that was truncated while a program wrote it begins with zeros; a
     * binary file has many zeros or other control characters.
     */
    private static void refuseZeros(byte[] head) throws UnreadableFile {
        int first = -1;
        int begun = 0;
        int zeros = 0;
        int controls = 0;
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                first = first < 0 ? i : first;
                zeros += begun == i ? 0 : 1;
                begun += begun == i ? 1 : 0;
            } else if (head[i] > 0 && head[i] < ' ' && "\t\n\r\f\b\u001B\u0007".indexOf(head[i]) < 0) {
                controls++;
            }
        }
        int text = head.length - begun - zeros - controls;
        if (first >= 0 && (zeros * FEWEST_PER_ZERO >= text || controls * FEWEST_PER_CONTROL >= text)) {
            throw new UnreadableFile("the file is binary (a zero byte at offset " + first + "), not a text log");
        }
    }

    /** Returns the name of the encoding as a wrapping, for example {@code utf-16le}; empty for UTF-8. */
    String wrapping() {
        return charset == StandardCharsets.UTF_8 ? "" : charset.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the text as UTF-8, without a byte order mark. */
    InputStream asUtf8(InputStream in) throws IOException {
        in.skipNBytes(mark);
        if (charset == StandardCharsets.UTF_8) {
            return in;
        }
        return ReaderInputStream.builder().setReader(new InputStreamReader(in, charset))
                .setCharset(StandardCharsets.UTF_8).setBufferSize(1 << 14).get();
    }
}
