package org.gpucomm.server.figures.png;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A PNG file: 8 bits a channel, no alpha, every row predicted from the row above.
 *
 * @param pixels 0xRRGGBB, row after row
 * @param dpi    pixels an inch
 * @param texts  what the file says of itself, by PNG keyword ({@code Title}, {@code Source} …)
 */
public record Png(int[] pixels, int width, int height, int dpi, Map<String, String> texts) {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte TRUE_COLOR = 2;
    private static final int FILTER_UP = 2;
    private static final double INCHES_A_METRE = 1 / 0.0254;

    /** Returns the bytes of the file; the same for the same pixels, always and everywhere. */
    public byte[] bytes() {
        var file = new ByteArrayOutputStream(1 << 18);
        file.writeBytes(SIGNATURE);
        chunk(file, "IHDR", ByteBuffer.allocate(13).putInt(width).putInt(height).put((byte) 8).put(TRUE_COLOR).array());
        int perMetre = (int) Math.round(dpi * INCHES_A_METRE);
        chunk(file, "pHYs", ByteBuffer.allocate(9).putInt(perMetre).putInt(perMetre).put((byte) 1).array());
        texts.forEach((keyword, text) -> chunk(file, "iTXt", text(keyword, text)));
        chunk(file, "IDAT", compressed());
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    /** International text: keyword, not compressed, no language, no translation, UTF-8. */
    private static byte[] text(String keyword, String text) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(keyword.getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(new byte[5]);
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream file, String type, byte[] content) {
        var typed = ByteBuffer.allocate(4 + content.length).put(type.getBytes(StandardCharsets.ISO_8859_1)).put(content)
                .array();
        var crc = new CRC32();
        crc.update(typed);
        file.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
        file.writeBytes(typed);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private byte[] compressed() {
        var stream = new RunStream();
        for (int row = 0; row < height; row++) {
            stream.literal(FILTER_UP);
            if (row == 0) {
                differences(stream, new int[width], 0, 0);
            } else {
                differences(stream, pixels, (row - 1) * width, row * width);
            }
        }
        return stream.finish();
    }

    /** A row as its differences from the row above, which begins at {@code up} of {@code above}. */
    private void differences(RunStream stream, int[] above, int up, int from) {
        int x = 0;
        while (x < width) {
            int same = Arrays.mismatch(pixels, from + x, from + width, above, up + x, up + width);
            int equal = same < 0 ? width - x : same;
            if (equal > 0) {
                stream.run(0, equal);
                x += equal;
                continue;
            }
            int difference = difference(pixels[from + x], above[up + x]);
            int end = x + 1;
            while (end < width && difference(pixels[from + end], above[up + end]) == difference) {
                end++;
            }
            stream.run(difference, end - x);
            x = end;
        }
    }

    /** Channel by channel, modulo 256. */
    private static int difference(int pixel, int above) {
        return (pixel | 0x01000100) - (above & 0x00FF00FF) & 0x00FF00FF
                | (pixel | 0x00010000) - (above & 0x0000FF00) & 0x0000FF00;
    }
}
