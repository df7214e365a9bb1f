package org.gpucomm.figures.png;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.Test;

class PngTest {

    private static final int WIDTH = 301;
    private static final int HEIGHT = 97;

    private final int[] pixels = new int[WIDTH * HEIGHT];

    @Test
    void whitePicturesComeBack() throws IOException {
        Arrays.fill(pixels, 0xFFFFFF);
        assertThat(decoded(bytes())).isEqualTo(pixels);
    }

    @Test
    void noiseComesBack() throws IOException {
        var random = new Random(1);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextInt(1 << 24);
        }
        assertThat(decoded(bytes())).isEqualTo(pixels);
    }

    @Test
    void runsOfEveryLengthComeBack() throws IOException {
        var random = new Random(2);
        for (int i = 0; i < pixels.length;) {
            int color = random.nextInt(3) == 0 ? 0xFFFFFF : random.nextInt(1 << 24);
            for (int run = random.nextInt(200); run >= 0 && i < pixels.length; run--) {
                pixels[i++] = color;
            }
        }
        assertThat(decoded(bytes())).isEqualTo(pixels);
    }

    @Test
    void anyChannelMayWrapRoundBetweenRows() throws IOException {
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = i / WIDTH % 2 == 0 ? 0x00FF01 : 0xFF00FE;
        }
        assertThat(decoded(bytes())).isEqualTo(pixels);
    }

    @Test
    void aWhitePictureIsSmall() {
        Arrays.fill(pixels, 0xFFFFFF);
        assertThat(bytes()).hasSizeLessThan(700);
    }

    @Test
    void textsAreReadableInTheFile() {
        var file = new Png(pixels, WIDTH, HEIGHT, 300, Map.of("Source", "p5.48xlarge, 16384 × 16384")).bytes();
        assertThat(new String(file, StandardCharsets.UTF_8)).contains("iTXtSource\0\0\0\0\0p5.48xlarge, 16384 × 16384");
    }

    private byte[] bytes() {
        return new Png(pixels, WIDTH, HEIGHT, 300, Map.of()).bytes();
    }

    private static int[] decoded(byte[] file) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
        var rgb = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] &= 0xFFFFFF;
        }
        return rgb;
    }
}
