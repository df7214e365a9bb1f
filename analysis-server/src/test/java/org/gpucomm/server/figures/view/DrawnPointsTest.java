package org.gpucomm.server.figures.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.GeneralPath;
import java.awt.geom.Point2D;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import javax.imageio.ImageIO;

import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.PDFGraphicsStreamEngine;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.draw.Pictures;
import org.gpucomm.figures.view.ViewAdjustments;
import org.gpucomm.figures.view.View.Curve;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Point;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.ViewFigure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the pictures show, read back from their files: in each the points lie where the numbers of the CSV put them. */
class DrawnPointsTest {

    private static final double[] VALUES = {3.5, 1.25, 9.75, 4, 12.125, 2};
    private static final int LAST = VALUES.length - 1;
    /** Points of a PDF to a pixel of the sheet. */
    private static final double POINTS = 72.0 / 300;

    private static final Pattern MARKER = Pattern
            .compile("<g style='fill:rgb\\((\\d+),(\\d+),(\\d+)\\)[^']*' clip-path='[^']*'><path d='([^']*)'");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final View view = view();
    private final Figure figure = ViewFigure.of(view, ViewAdjustments.of(Map.of()));

    /** A marker's middle, in pixels of the sheet. */
    private record Marker(int rgb, double x, double y) {}

    @ParameterizedTest
    @EnumSource(Background.class)
    void theSvgHasAMarkerForEachLineOfTheCsvInItsPlace(Background look) {
        var csv = new String(Objects.requireNonNull(ViewResponses.answer(view, FigureFormat.CSV, Map.of()).getBody()),
                StandardCharsets.UTF_8).lines().skip(1).map(line -> line.split(",")).toList();
        var drawn = ofSvg(look);
        assertThat(drawn).hasSameSizeAs(csv).hasSize(VALUES.length);
        var first = drawn.getFirst();
        var last = drawn.getLast();
        double[] y = csv.stream().mapToDouble(row -> Double.parseDouble(row[2])).toArray();
        for (int i = 0; i < VALUES.length; i++) {
            var marker = drawn.get(i);
            assertThat((marker.x() - first.x()) / (last.x() - first.x())).isCloseTo((double) i / LAST, within(1e-3));
            assertThat((marker.y() - first.y()) / (last.y() - first.y()))
                    .isCloseTo((y[i] - y[0]) / (y[LAST] - y[0]), within(5e-3));
        }
    }

    @ParameterizedTest
    @EnumSource(Background.class)
    void thePdfFillsTheSameMarkersInTheSamePlaces(Background look) throws IOException {
        var drawn = ofSvg(look);
        var filled = ofPdf(look, drawn.getFirst().rgb());
        assertThat(filled).hasSameSizeAs(drawn);
        for (int i = 0; i < drawn.size(); i++) {
            assertThat(filled.get(i).x()).isCloseTo(drawn.get(i).x(), within(0.2));
            assertThat(filled.get(i).y()).isCloseTo(drawn.get(i).y(), within(0.2));
        }
    }

    @ParameterizedTest
    @EnumSource(Background.class)
    void thePngHasTheCurvesColourThereAndNotBeside(Background look) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(Pictures.png(figure, look)));
        for (var marker : ofSvg(look)) {
            int x = (int) marker.x();
            int y = (int) marker.y();
            assertThat(image.getRGB(x, y) & 0xFFFFFF).isEqualTo(marker.rgb());
            for (int beside : new int[]{-60, 60}) {
                assertThat(image.getRGB(x, y + beside) & 0xFFFFFF).isNotEqualTo(marker.rgb());
            }
        }
    }

    private List<Marker> ofSvg(Background look) {
        return MARKER.matcher(Pictures.svg(figure, look)).results().map(found -> {
            var path = new GeneralPath();
            var numbers = NUMBER.matcher(found.group(4)).results()
                    .mapToDouble(number -> Double.parseDouble(number.group())).toArray();
            path.moveTo(numbers[0], numbers[1]);
            for (int i = 2; i < numbers.length; i += 2) {
                path.lineTo(numbers[i], numbers[i + 1]);
            }
            int rgb = Integer.parseInt(found.group(1)) << 16 | Integer.parseInt(found.group(2)) << 8
                    | Integer.parseInt(found.group(3));
            return new Marker(rgb, path.getBounds2D().getCenterX(), path.getBounds2D().getCenterY());
        }).sorted(Comparator.comparingDouble(Marker::x)).toList();
    }

    /** What is filled in that colour. */
    private List<Marker> ofPdf(Background look, int rgb) throws IOException {
        try (var document = Loader.loadPDF(Pictures.pdf(figure, look))) {
            var fills = new Fills(document.getPage(0));
            fills.processPage(document.getPage(0));
            return fills.fills.stream().filter(marker -> marker.rgb() == rgb)
                    .sorted(Comparator.comparingDouble(Marker::x)).toList();
        }
    }

    /** Reads which areas a page fills with which colour. */
    private static final class Fills extends PDFGraphicsStreamEngine {

        private final List<Marker> fills = new ArrayList<>();
        private final double height;
        private GeneralPath path = new GeneralPath();

        Fills(PDPage page) {
            super(page);
            height = page.getMediaBox().getHeight();
        }

        @Override
        public void fillPath(int windingRule) throws IOException {
            int rgb = getGraphicsState().getNonStrokingColor().toRGB();
            var bounds = path.getBounds2D();
            fills.add(new Marker(rgb, bounds.getCenterX() / POINTS, (height - bounds.getCenterY()) / POINTS));
            endPath();
        }

        @Override
        public void fillAndStrokePath(int windingRule) throws IOException {
            fillPath(windingRule);
        }

        @Override
        public void moveTo(float x, float y) {
            path.moveTo(x, y);
        }

        @Override
        public void lineTo(float x, float y) {
            path.lineTo(x, y);
        }

        @Override
        public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
            path.curveTo(x1, y1, x2, y2, x3, y3);
        }

        @Override
        public void appendRectangle(Point2D p0, Point2D p1, Point2D p2, Point2D p3) {
            path.moveTo(p0.getX(), p0.getY());
            path.lineTo(p1.getX(), p1.getY());
            path.lineTo(p2.getX(), p2.getY());
            path.lineTo(p3.getX(), p3.getY());
            path.closePath();
        }

        @Override
        public void closePath() {
            path.closePath();
        }

        @Override
        public void endPath() {
            path = new GeneralPath();
        }

        @Override
        public void strokePath() {
            endPath();
        }

        @Override
        public @Nullable Point2D getCurrentPoint() {
            return path.getCurrentPoint();
        }

        @Override
        public void clip(int windingRule) {
            // What is outside of the frame is not looked for.
        }

        @Override
        public void drawImage(PDImage image) {
            throw new AssertionError("a picture in points has no pixels");
        }

        @Override
        public void shadingFill(COSName name) {
            throw new AssertionError("nothing is shaded");
        }
    }

    private static View view() {
        var points = new ArrayList<Point>();
        for (int i = 0; i < VALUES.length; i++) {
            points.add(new Point(8L << 3 * i, VALUES[i], 1, VALUES[i], VALUES[i], new Checks(1, 0, 0)));
        }
        var curve = new Curve("id", "one", Map.of(), false, List.of("r-1"), List.of(), points, CurveKind.MEASURED);
        return new View("name", "Bus bandwidth against message size", "basis",
                new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                new View.Axis("busbw", "Bus bandwidth", Unit.GBPS, Scale.LINEAR, null), List.of(curve), List.of(),
                List.of(), "http://127.0.0.1/explore");
    }
}
