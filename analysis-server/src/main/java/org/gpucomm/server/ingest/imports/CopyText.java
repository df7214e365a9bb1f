package org.gpucomm.server.ingest.imports;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * Rows as PostgreSQL's COPY reads them in its text format: tabs between columns, {@code \N} for null. Rows come by the
 * million, so nothing is made for each but its bytes.
 */
final class CopyText {

    private static final int USUAL_LENGTH = 1 << 19;
    private static final int LONGEST_VALUE = 40;

    private byte[] bytes = new byte[USUAL_LENGTH];
    private int length;

    void whole(long number) {
        if (number < 0) {
            append(Long.toString(number));
        } else {
            append(number);
        }
    }

    void whole(@Nullable Long number) {
        if (number == null) {
            none();
        } else {
            whole(number.longValue());
        }
    }

    /** With the digits that were printed, where these are surely within the range of a double: PostgreSQL refuses others. */
    void number(@Nullable Decimal number) {
        if (number == null) {
            none();
            return;
        }
        var text = number.text();
        boolean plain = text.length() < LONGEST_VALUE && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        append(plain ? text : Double.toString(number.doubleValue()));
    }

    /** In UTF-8, with what means something to COPY escaped. */
    void text(@Nullable String text) {
        if (text == null) {
            none();
            return;
        }
        append(text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
                .getBytes(StandardCharsets.UTF_8));
    }

    void endRow() {
        bytes[length - 1] = '\n';
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void none() {
        append("\\N");
    }

    private void append(String text) {
        append(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void append(byte[] encoded) {
        reserve(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
        bytes[length++] = '\t';
    }

    private void append(long natural) {
        reserve(LONGEST_VALUE);
        int first = length + LONGEST_VALUE;
        long rest = natural;
        do {
            bytes[--first] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        int digits = length + LONGEST_VALUE - first;
        System.arraycopy(bytes, first, bytes, length, digits);
        length += digits;
        bytes[length++] = '\t';
    }

    /** Room for a value and its tab. */
    private void reserve(int characters) {
        if (bytes.length - length <= characters) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + characters);
        }
    }
}
