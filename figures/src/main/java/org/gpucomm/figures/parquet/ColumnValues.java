package org.gpucomm.figures.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Values of one column in one group of rows, in the layout of a Parquet page: definition levels, then the values that are present. */
final class ColumnValues {

    private static final int BITS_OF_SEVEN = 0x7f;
    private static final int MORE = 0x80;

    private final ByteArrayOutputStream levels = new ByteArrayOutputStream();
    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
    private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int level;
    private int alike;

    void missing() {
        count(0);
    }

    void text(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        word.putInt(0, bytes.length);
        plain.write(word.array(), 0, Integer.BYTES);
        plain.writeBytes(bytes);
        count(1);
    }

    void number(double number) {
        whole(Double.doubleToRawLongBits(number));
    }

    void whole(long number) {
        word.putLong(0, number);
        plain.writeBytes(word.array());
        count(1);
    }

    /** Returns the uncompressed content of the page. */
    byte[] page() throws IOException {
        endRun();
        var page = new ByteArrayOutputStream();
        page.write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(levels.size()).array());
        levels.writeTo(page);
        plain.writeTo(page);
        return page.toByteArray();
    }

    private void count(int next) {
        if (next != level && alike > 0) {
            endRun();
        }
        level = next;
        alike++;
    }

    /** Writes a run: twice its length in groups of seven bits, lowest first, then the repeated level. */
    private void endRun() {
        if (alike == 0) {
            return;
        }
        int left = alike << 1;
        while (left > BITS_OF_SEVEN) {
            levels.write(left & BITS_OF_SEVEN | MORE);
            left >>>= 7;
        }
        levels.write(left);
        levels.write(level);
        alike = 0;
    }
}
