package org.gpucomm.figures.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.util.Objects;

import org.junit.jupiter.api.Test;

class TypefaceTest {

    private static final String TEXT = "GPU AVATo 0123456789 (GB/s) µs × – é ≥ Ω";

    /** Java's own reader of fonts, which the pictures do without, sees the same letters. */
    @Test
    void lettersAreWhereJavaPutsThem() throws IOException, FontFormatException {
        var font = java();
        var context = new FontRenderContext(null, true, true);
        for (var letter : "GAgi0%×µéΩ".split("")) {
            var expected = font.createGlyphVector(context, letter).getOutline().getBounds2D();
            var found = Typeface.REGULAR.outline(letter, 100).getBounds2D();
            assertThat(found.getMinX()).as(letter).isCloseTo(expected.getMinX(), within(0.5));
            assertThat(found.getMaxX()).as(letter).isCloseTo(expected.getMaxX(), within(0.5));
            assertThat(found.getMinY()).as(letter).isCloseTo(expected.getMinY(), within(0.5));
            assertThat(found.getMaxY()).as(letter).isCloseTo(expected.getMaxY(), within(0.5));
        }
    }

    @Test
    void widthsAreThoseOfTheFontWithKerning() throws IOException, FontFormatException {
        var font = java();
        double unkerned = font.createGlyphVector(new FontRenderContext(null, true, true), TEXT).getLogicalBounds()
                .getWidth();
        double kerned = Typeface.REGULAR.width(TEXT, 100);
        assertThat(kerned).isLessThan(unkerned).isCloseTo(unkerned, within(unkerned * 0.03));
        assertThat(Typeface.REGULAR.width("AV", 100)).isLessThan(
                Typeface.REGULAR.width("A", 100) + Typeface.REGULAR.width("V", 100));
    }

    @Test
    void digitsAreAllOfOneWidth() {
        for (var digit : "123456789".split("")) {
            assertThat(Typeface.BOLD.width(digit, 10)).isEqualTo(Typeface.BOLD.width("0", 10));
        }
    }

    @Test
    void whatTheFontLacksIsABox() {
        assertThat(Typeface.REGULAR.outline("\uE123", 10).getBounds2D().isEmpty()).isFalse();
    }

    private static Font java() throws IOException, FontFormatException {
        // Java's own font software does not start on a machine without fonts; ours does.
        assumeTrue(hasFonts(), "no fontconfig (install fontconfig)");
        try (var in = TypefaceTest.class.getResourceAsStream("/net/sf/jasperreports/fonts/dejavu/DejaVuSans.ttf")) {
            return Font.createFont(Font.TRUETYPE_FONT, Objects.requireNonNull(in)).deriveFont(100f);
        }
    }

    private static boolean hasFonts() {
        try {
            return new Font("Dialog", Font.PLAIN, 12).canDisplay('a');
        } catch (Error | RuntimeException noFontConfiguration) {
            return false;
        }
    }
}
