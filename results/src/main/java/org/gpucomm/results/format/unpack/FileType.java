package org.gpucomm.results.format.unpack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Type of a file, found by its first bytes; its name is ignored. */
public enum FileType {

    GZIP,
    BZIP2,
    XZ,
    ZIP,
    TAR,
    OTHER;

    /** Number of bytes to examine: the first header of a tar. */
    public static final int LENGTH = 512;

    private static final String BZIP2_BLOCK = "\u0031\u0041\u0059\u0026\u0053\u0059";
    private static final String BZIP2_END = "\u0017\u0072\u0045\u0038\u0050\u0090";
    private static final int USTAR_AT = 257;
    private static final int CHECKSUM_AT = 148;
    private static final int CHECKSUM_LENGTH = 8;

    private static final List<Signature> NO_LOGS = List.of(
            new Signature("\u0089PNG", "is a PNG picture, not a log; upload the log that it was drawn from"),
            new Signature("\u00FF\u00D8\u00FF", "is a JPEG picture, not a log; upload the log that it was drawn from"),
            new Signature("GIF8", "is a GIF picture, not a log; upload the log that it was drawn from"),
            new Signature("%PDF-", "is a PDF document, not a log; upload the log that it was made from"),
            new Signature("\u0028\u00B5\u002F\u00FD",
                    "is compressed by zstd, which is not read; unpack it: unzstd FILE"),
            new Signature("7z\u00BC\u00AF\u0027\u001C", "is a 7z archive, which is not read; make it a zip or a tar"),
            new Signature("Rar!\u001A", "is a RAR archive, which is not read; make it a zip or a tar"),
            new Signature("\u0004\"M\u0018", "is compressed by lz4, which is not read; unpack it: unlz4 FILE"),
            new Signature("\u007FELF", "is a program (ELF), not a log"),
            new Signature("SQLite format 3", "is an SQLite database, not a log; export its tables as CSV or text"));

    public static FileType of(byte[] head) {
        if (startsWith(head, "\u001F\u008B")) {
            return GZIP;
        }
        if (startsWith(head, "BZh") && (startsWith(head, 4, BZIP2_BLOCK) || startsWith(head, 4, BZIP2_END))) {
            return BZIP2;
        }
        if (startsWith(head, "\u00FD7zXZ\0")) {
            return XZ;
        }
        if (startsWith(head, "PK\u0003\u0004") || startsWith(head, "PK\u0005\u0006")
                || startsWith(head, "PK\u0007\u0008PK")) {
            return ZIP;
        }
        return isTar(head) ? TAR : OTHER;
    }

    /** Returns why the file is refused, for known types that are not logs; empty for other files. */
    public static Optional<String> refusal(byte[] head) {
        return NO_LOGS.stream().filter(each -> startsWith(head, each.bytes())).map(Signature::refusal).findFirst();
    }

    /** Returns the name of the type, for example {@code gzip}. */
    String kind() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the file is a tar; one older than POSIX has no magic, but a checksum that no text matches. */
    private static boolean isTar(byte[] head) {
        return head.length == LENGTH && head[0] != 0 && (startsWith(head, USTAR_AT, "ustar") || hasChecksum(head));
    }

    private static boolean hasChecksum(byte[] header) {
        var digits = new String(header, CHECKSUM_AT, CHECKSUM_LENGTH, StandardCharsets.ISO_8859_1).replace('\0', ' ')
                .strip();
        if (!digits.matches("[0-7]{3,7}")) {
            return false;
        }
        int sum = CHECKSUM_LENGTH * ' '; // the bytes of the checksum count as spaces
        for (int i = 0; i < LENGTH; i++) {
            sum += i < CHECKSUM_AT || i >= CHECKSUM_AT + CHECKSUM_LENGTH ? header[i] & 0xFF : 0;
        }
        return sum == Integer.parseInt(digits, 8);
    }

    /** Returns whether the bytes begin with others. @param magic those bytes as ISO 8859-1 */
    public static boolean startsWith(byte[] head, String magic) {
        return startsWith(head, 0, magic);
    }

    private static boolean startsWith(byte[] head, int at, String magic) {
        var bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
        return head.length >= at + bytes.length
                && Arrays.equals(head, at, at + bytes.length, bytes, 0, bytes.length);
    }

    /** @param bytes first bytes as ISO 8859-1 */
    private record Signature(String bytes, String refusal) {}
}
