package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.draw.PngRenderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pictures in {@code imgs/} are what gpucomm draws today from {@code data/}; {@code imgs/draw.sh} draws them again. */
class ImgsTest {

    private static final Path IMGS = Path.of("../imgs");
    private static final int WIDTH = 1600;

    /**
     * The same JDK gives the same bytes. Another one may blend the edges of lines a little differently: so much is let
     * through on any channel, and a few pixels more than that, which no change of a number or a word stays below.
     */
    private static final int SLIGHT = 24;
    private static final int FEW = 20;

    static List<Figure> figures() throws IOException {
        return Bundle.figures();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void aPictureShowsTheBundledResults(Figure figure) throws IOException {
        var file = file(figure);
        assertThat(file).as("draw it with imgs/draw.sh").exists();
        var committed = Files.readAllBytes(file);
        var drawn = new PngRenderer().png(figure, Background.LIGHT, WIDTH);
        if (!java.util.Arrays.equals(committed, drawn)) {
            assertThat(pixelsThatDiffer(image(committed), image(drawn)))
                    .as(file + " shows something else than gpucomm draws today; run imgs/draw.sh").isLessThan(FEW);
        }
    }

    @Test
    void noPictureIsLeftOver() throws IOException {
        var names = figures().stream().map(figure -> file(figure).normalize().toString()).toList();
        try (Stream<Path> files = Files.walk(IMGS)) {
            assertThat(files.filter(file -> file.toString().endsWith(".png"))
                    .filter(file -> !file.getFileName().toString().startsWith("dashboard"))
                    .map(file -> file.normalize().toString())).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static Path file(Figure figure) {
        return (figure.style() == Style.STUDY ? IMGS.resolve("study") : IMGS).resolve(figure.name() + ".png");
    }

    private static int pixelsThatDiffer(BufferedImage left, BufferedImage right) {
        assertThat(left.getWidth()).isEqualTo(right.getWidth());
        assertThat(left.getHeight()).isEqualTo(right.getHeight());
        int count = 0;
        for (int y = 0; y < left.getHeight(); y++) {
            for (int x = 0; x < left.getWidth(); x++) {
                count += differ(left.getRGB(x, y), right.getRGB(x, y)) ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean differ(int left, int right) {
        return Math.abs((left >> 16 & 255) - (right >> 16 & 255)) > SLIGHT
                || Math.abs((left >> 8 & 255) - (right >> 8 & 255)) > SLIGHT
                || Math.abs((left & 255) - (right & 255)) > SLIGHT;
    }

    private static BufferedImage image(byte[] png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png));
    }
}
