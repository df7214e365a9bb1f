package org.gpucomm.figures.png;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * PNG file with 8 bits per channel and no alpha.
 *
 * @param pixels pixels as 0xRRGGBB, row by row
 * @param dpi    pixels per inch
 * @param texts  metadata by PNG keyword ({@code Title}, {@code Source} …)
 */
public record Png(int[] pixels, int width, int height, int dpi, Map<String, String> texts) {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte TRUE_COLOR = 2;
    private static final byte NO_FILTER = 0;
    /** Compression level. Higher levels take longer and save a few percent of these pictures (docs/decisions/0008-drawing.md). */
    private static final int LEVEL = 6;
    private static final double INCHES_A_METRE = 1 / 0.0254;

    /** Returns the bytes of the file, the same for the same pixels on the same JDK. */
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

    /** Returns the content of an iTXt chunk: keyword, uncompressed, no language, no translation, UTF-8. */
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
        var deflater = new Deflater(LEVEL);
        try {
            deflater.setInput(rows());
            deflater.finish();
            var compressed = new ByteArrayOutputStream(1 << 18);
            var part = new byte[1 << 16];
            while (!deflater.finished()) {
                compressed.write(part, 0, deflater.deflate(part));
            }
            return compressed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Returns the rows without prediction. In charts, equal rows and runs compress better without it. */
    private byte[] rows() {
        var bytes = new byte[height * (1 + 3 * width)];
        int at = 0;
        for (int row = 0; row < height; row++) {
            bytes[at++] = NO_FILTER;
            for (int x = 0; x < width; x++) {
                int pixel = pixels[row * width + x];
                bytes[at++] = (byte) (pixel >> 16);
                bytes[at++] = (byte) (pixel >> 8);
                bytes[at++] = (byte) pixel;
            }
        }
        return bytes;
    }
}
