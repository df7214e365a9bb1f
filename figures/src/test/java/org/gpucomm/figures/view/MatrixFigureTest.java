package org.gpucomm.figures.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.matrices.HeatMatrix;
import org.gpucomm.analysis.matrices.PairMatrices;
import org.gpucomm.analysis.matrices.PlacedObservation;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.Pictures;
import org.junit.jupiter.api.Test;

class MatrixFigureTest {

    /** Every value has the colour of its place on the scale, in both looks; the weak link is the cell that stands out. */
    @Test
    void theColoursOfThePictureAreThoseOfTheScale() throws Exception {
        var figure = MatrixFigure.of(matrix(), "made up");
        for (var look : Background.values()) {
            var image = image(Pictures.png(figure, look));
            var weakest = look == Background.DARK ? SeriesColor.heat(0).dark() : SeriesColor.heat(0).light();
            var strongest = look == Background.DARK ? SeriesColor.heat(1).dark() : SeriesColor.heat(1).light();
            assertThat(pixels(image, weakest)).as("one cell").isBetween(60_000L, 200_000L);
            assertThat(pixels(image, strongest)).as("one cell").isBetween(60_000L, 200_000L);
        }
    }

    private static HeatMatrix matrix() throws Exception {
        var rows = """
                source,section,tool,operation,algbw_GBps,settings
                mine.csv,1,mine,memcpy,390,row=0;column=0
                mine.csv,1,mine,memcpy,391,row=0;column=1
                mine.csv,1,mine,memcpy,97,row=1;column=0
                mine.csv,1,mine,memcpy,392,row=1;column=1
                """;
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(rows.getBytes(StandardCharsets.UTF_8)), "mine.csv", "mine.csv");
        return PairMatrices.of(PlacedObservation.of(files.evidence().observations(), List.of(), Map.of())).getFirst();
    }

    private static BufferedImage image(byte[] png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    private static long pixels(BufferedImage image, int color) {
        long count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += (image.getRGB(x, y) & 0xFFFFFF) == color ? 1 : 0;
            }
        }
        return count;
    }
}
