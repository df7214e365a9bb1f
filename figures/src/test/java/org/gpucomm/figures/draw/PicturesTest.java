package org.gpucomm.figures.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.PanelPlacement;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Band;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series.Marker;
import org.gpucomm.figures.chart.Sheet;
import org.gpucomm.figures.chart.Style;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class PicturesTest {

    private static final int BLUE = 0x0072B2;

    @Test
    void aFigureGivesTheSameBytesEveryTime() {
        assertThat(Pictures.png(figure(Style.GPUCOMM), Background.LIGHT))
                .isEqualTo(Pictures.png(figure(Style.GPUCOMM), Background.LIGHT));
        assertThat(Pictures.svg(figure(Style.GPUCOMM), Background.LIGHT))
                .isEqualTo(Pictures.svg(figure(Style.GPUCOMM), Background.LIGHT));
    }

    @Test
    void aPressThatPrintedAnotherFigureBeforePrintsTheSame() {
        var renderer = new PngRenderer();
        renderer.png(figure(Style.STUDY), Background.LIGHT, 900);
        assertThat(renderer.png(figure(Style.GPUCOMM), Background.LIGHT, 600))
                .isEqualTo(Pictures.png(figure(Style.GPUCOMM), Background.LIGHT));
    }

    @Test
    void thePictureIsAsLargeAsItsSheet() throws IOException {
        var image = image(Pictures.png(figure(Style.STUDY), Background.LIGHT));
        assertThat(image.getWidth()).isEqualTo(600);
        assertThat(image.getHeight()).isEqualTo(400);
    }

    @Test
    void anotherWidthKeepsTheProportions() throws IOException {
        var image = image(new PngRenderer().png(figure(Style.GPUCOMM), Background.LIGHT, 300));
        assertThat(image.getWidth()).isEqualTo(300);
        assertThat(image.getHeight()).isEqualTo(200);
    }

    /** The frame is given, so where a point must be is a matter of arithmetic. */
    @Test
    void pointsAreWhereTheirNumbersPutThem() throws IOException {
        var image = image(Pictures.png(figure(Style.STUDY), Background.LIGHT));
        // x from 0 to 4 over pixels 100 to 500, y from 0 to 10 over pixels 300 to 50
        assertThat(image.getRGB(200, 250) & 0xFFFFFF).isEqualTo(BLUE);
        assertThat(image.getRGB(400, 100) & 0xFFFFFF).isEqualTo(BLUE);
        assertThat(image.getRGB(400, 120) & 0xFFFFFF).isEqualTo(0xFFFFFF);
    }

    @Test
    void everyPointIsAMarkerOfTheSvgInItsPlace() throws Exception {
        var markers = elements(document(Pictures.svg(figure(Style.STUDY), Background.LIGHT)), "g").stream()
                .filter(group -> group.hasAttribute("clip-path")
                        && group.getAttribute("style").startsWith("fill:rgb(0,114,178)"))
                .map(group -> ((Element) group.getFirstChild()).getAttribute("d")).toList();
        // x = 100 + 100 · x, y = 300 - 25 · y; a circle of 6 points begins at its right end, 4.17 pixels from its middle.
        // JFreeChart draws on the whole pixels inside the frame, so all is within one pixel of this.
        assertThat(markers).hasSize(2);
        assertThat(start(markers.get(0))).satisfies(start -> assertThat(start.distance(204.17, 250)).isLessThan(1));
        assertThat(start(markers.get(1))).satisfies(start -> assertThat(start.distance(404.17, 100)).isLessThan(1));
    }

    private static Point2D start(String path) {
        var numbers = path.substring(1, path.indexOf('C')).split(",");
        return new Point2D.Double(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
    }

    @Test
    void theSvgSaysWhatItShowsAndWhereItComesFrom() throws Exception {
        var document = document(Pictures.svg(figure(Style.GPUCOMM), Background.LIGHT));
        assertThat(elements(document, "title").getFirst().getTextContent()).isEqualTo("Bandwidth < wanted & \"more\"");
        assertThat(elements(document, "desc").getFirst().getTextContent())
                .isEqualTo("A test. Nothing is averaged. Source: made up");
        assertThat(document.getDocumentElement().getAttribute("width")).isEqualTo("432pt");
        assertThat(elements(document, "text")).as("letters are outlines").isEmpty();
    }

    @Test
    void thePngSaysItToo() {
        assertThat(new String(Pictures.png(figure(Style.GPUCOMM), Background.LIGHT),
                java.nio.charset.StandardCharsets.UTF_8))
                .contains("Bandwidth < wanted & \"more\"", "A test. Nothing is averaged", "made up");
    }

    @Test
    void aFigureWithoutPointsIsDrawnEmpty() throws IOException {
        var figure = figure(Style.GPUCOMM);
        var panel = figure.panels().getFirst();
        var empty = new Figure(figure.name(), figure.style(), figure.title(), "", "", List.of(), "", figure.sheet(),
                List.of(new Panel("p", "", ChartKind.LINE, panel.x(), panel.y(), List.of(), Extras.NONE,
                        panel.placing())));
        assertThat(image(Pictures.png(empty, Background.LIGHT)).getWidth()).isEqualTo(600);
    }

    /** Where bars lie, the axis on the left is x: a neighbour with the same metric is no neighbour with the same categories. */
    @Test
    void lyingBarsOfOtherCategoriesHaveNamesOfTheirOwn() {
        assertThat(lying("one", "two")).isNotEqualTo(lying("one", "2"));
    }

    @Test
    void barsThatOverlapStandBesideEachOtherWithTheirPoints() {
        var low = spread("low", 2, 1, 6);
        var high = spread("high", 5, 3, 9);
        var far = spread("far", 9.5, 9.2, 9.8);
        assertThat(SeriesOffsets.of(panelOf(low, far)).reach()).as("apart, so each in its place").isZero();
        var beside = SeriesOffsets.of(panelOf(low, high, far));
        assertThat(List.of(beside.of(low), beside.of(high), beside.of(far))).containsExactly(-5.0, 0.0, 5.0);
    }

    private static Series spread(String name, double y, double min, double max) {
        return new Series(name, SeriesColor.of(BLUE), Stroke.SOLID, Marker.CIRCLE, Band.MIN_MAX,
                List.of(new Point(1, y, 3, min, max, Check.RIGHT), new Point(3, y, 3, min, max, Check.RIGHT)));
    }

    private static Panel panelOf(Series... series) {
        var panel = figure(Style.GPUCOMM).panels().getFirst();
        return new Panel("p", "Panel", ChartKind.LINE, panel.x(), panel.y(), List.of(series), Extras.NONE,
                panel.placing());
    }

    @Test
    void aPictureForAColumnIsThreeInchesWideWithoutWordsAndKeepsWhatIsWrongWithTheData() throws IOException {
        var figure = figure(Style.GPUCOMM);
        var flagged = new Figure(figure.name(), figure.style(), figure.title(), "", figure.aggregation(),
                List.of("wrong data: no result"), figure.source(), figure.sheet(), figure.panels());
        assertThat(image(Pictures.png(ExportPreset.COLUMN.of(figure), Background.LIGHT)).getWidth()).isEqualTo(330);
        double full = Pictures.written(flagged);
        double bare = Pictures.written(ExportPreset.BARE.of(flagged));
        assertThat(bare).isLessThan(full - 30).isGreaterThan(Pictures.written(ExportPreset.BARE.of(figure)));
        assertThat(ExportPreset.BARE.of(flagged).sheet().height() - bare).as("as much room for the panel")
                .isCloseTo(flagged.sheet().height() - full, within(1.0));
        assertThat(
                new String(Pictures.png(ExportPreset.COLUMN.of(figure), Background.LIGHT),
                        java.nio.charset.StandardCharsets.UTF_8))
                .as("the file still says where it comes from").contains("Bandwidth < wanted", "made up");
    }

    private static String lying(String first, String second) {
        var base = figure(Style.GPUCOMM);
        var panels = List.of(lying(base, "left", first), lying(base, "right", second));
        return Pictures.svg(new Figure("f", Style.GPUCOMM, "Bars", "", "", List.of(), "",
                new Sheet(600, 400, 100, 2, Legend.NONE, true), panels), Background.LIGHT);
    }

    /** What stands over one another takes less ink than each by itself. */
    @Test
    void namesOfShadesAndOfLevelsDoNotStandOverOneAnother() throws IOException {
        var shade = List.of(new Extras.Shade(2, 4, "between two sizes"));
        var level = List.<Extras.Reference>of(new Extras.Reference.Level("what the links can carry", 9.2));
        long alone = ink(List.of(), shade) - ink(List.of(), List.of());
        assertThat(ink(level, shade) - ink(level, List.of())).isCloseTo(alone, within(alone / 20));
    }

    /** How dark a figure with that is, in all. */
    private static long ink(List<Extras.Reference> references, List<Extras.Shade> shades) throws IOException {
        var base = figure(Style.GPUCOMM);
        var panel = base.panels().getFirst();
        var extras = new Extras(references, List.of(), shades, List.of(), List.of(), false);
        var image = image(Pictures.png(new Figure(base.name(), base.style(), "", "", "", List.of(), "", base.sheet(),
                List.of(new Panel("p", "", ChartKind.LINE, panel.x(), panel.y(), List.of(), extras,
                        panel.placing()))),
                Background.LIGHT));
        long dark = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                dark += Math.max(0, 230 - (image.getRGB(x, y) & 255));
            }
        }
        return dark;
    }

    private static Panel lying(Figure base, String name, String category) {
        var x = new Axis("variant", "", "", Scale.CATEGORY, -0.5, 0.5, List.of(new Tick(0, category)), true);
        var bar = new Series("one", SeriesColor.of(BLUE), Stroke.NONE, Marker.NONE, Band.NONE, List.of(Point.of(0, 3)));
        return new Panel(name, "", ChartKind.BAR_ACROSS, x, base.panels().getFirst().y(), List.of(bar), Extras.NONE,
                new PanelPlacement(null, 1, Legend.NONE));
    }

    private static Figure figure(Style style) {
        var x = new Axis("ranks", "GPUs", "", Scale.LINEAR, 0, 4, List.of(new Tick(2, "2")), false);
        var y = new Axis("algbw", "GB/s", "GB/s", Scale.LINEAR, 0, 10, List.of(new Tick(5, "5")), false);
        var series = new Series("one", SeriesColor.of(BLUE), Stroke.SOLID, Marker.CIRCLE, Band.NONE,
                List.of(Point.of(1, 2), Point.of(3, 8)));
        var panel = new Panel("p", "Panel", ChartKind.LINE, x, y, List.of(series), Extras.NONE,
                new PanelPlacement(new PanelPlacement.PanelFrame(100, 50, 500, 300), 1, Legend.TOP_RIGHT));
        return new Figure("f", style, "Bandwidth < wanted & \"more\"", "A test", "Nothing is averaged", List.of(),
                "made up",
                new Sheet(600, 400, 100, 1, Legend.NONE, true), List.of(panel));
    }

    private static BufferedImage image(byte[] png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    private static Document document(String svg) throws ParserConfigurationException, IOException, SAXException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> elements(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        var elements = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
