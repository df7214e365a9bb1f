package org.gpucomm.server.figures.draw;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;

/**
 * The tables of a TrueType file: {@code cmap} format 4, {@code glyf}, {@code hmtx}, and {@code kern} format 0. Numbers
 * are in the font's own units, y upwards.
 */
final class TrueType {

    // Flags of a point and of a component, named as in the OpenType specification's chapter on glyf.
    private static final int ON_CURVE = 0x01;
    private static final int X_SHORT = 0x02;
    private static final int Y_SHORT = 0x04;
    private static final int REPEAT = 0x08;
    private static final int X_SAME_OR_POSITIVE = 0x10;
    private static final int Y_SAME_OR_POSITIVE = 0x20;
    private static final int ARGS_ARE_WORDS = 0x0001;
    private static final int HAS_SCALE = 0x0008;
    private static final int MORE_COMPONENTS = 0x0020;
    private static final int HAS_X_AND_Y_SCALE = 0x0040;
    private static final int HAS_TWO_BY_TWO = 0x0080;

    private final byte[] bytes;
    private final int unitsPerEm;
    private final boolean longOffsets;
    private final int glyf;
    private final int loca;
    private final int hmtx;
    private final int widths;
    private final int cmap;
    private final int kern;

    TrueType(byte[] bytes) {
        this.bytes = bytes;
        int head = table("head");
        unitsPerEm = unsigned(head + 18);
        longOffsets = unsigned(head + 50) == 1;
        glyf = table("glyf");
        loca = table("loca");
        hmtx = table("hmtx");
        widths = unsigned(table("hhea") + 34);
        cmap = unicodeMap(table("cmap"));
        kern = table("kern");
    }

    int unitsPerEm() {
        return unitsPerEm;
    }

    int advance(int glyph) {
        return unsigned(hmtx + 4 * Math.min(glyph, widths - 1));
    }

    /** The glyph of a character; 0, an empty box, if the font has none. */
    int glyph(char character) {
        int segments = unsigned(cmap + 6) / 2;
        int ends = cmap + 14;
        int starts = ends + 2 * segments + 2;
        int deltas = starts + 2 * segments;
        int offsets = deltas + 2 * segments;
        int i = 0;
        while (unsigned(ends + 2 * i) < character) {
            i++;
        }
        int start = unsigned(starts + 2 * i);
        if (start > character) {
            return 0;
        }
        int offset = unsigned(offsets + 2 * i);
        int delta = unsigned(deltas + 2 * i);
        if (offset == 0) {
            return character + delta & 0xFFFF;
        }
        int glyph = unsigned(offsets + 2 * i + offset + 2 * (character - start));
        return glyph == 0 ? 0 : glyph + delta & 0xFFFF;
    }

    /** What is added between these two. */
    int kerning(int left, int right) {
        int low = 0;
        int high = unsigned(kern + 10) - 1;
        int wanted = left << 16 | right;
        while (low <= high) {
            int middle = (low + high) / 2;
            int at = kern + 18 + 6 * middle;
            int pair = unsigned(at) << 16 | unsigned(at + 2);
            if (pair == wanted) {
                return signed(at + 4);
            }
            if (Integer.compareUnsigned(pair, wanted) < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    Path2D outline(int glyph) {
        var path = new Path2D.Double(Path2D.WIND_NON_ZERO);
        int from = glyphOffset(glyph);
        if (from == glyphOffset(glyph + 1)) {
            return path;
        }
        int contours = signed(glyf + from);
        if (contours >= 0) {
            simple(glyf + from, contours, path);
        } else {
            composite(glyf + from + 10, path);
        }
        return path;
    }

    private int glyphOffset(int glyph) {
        return longOffsets ? integer(loca + 4 * glyph) : 2 * unsigned(loca + 2 * glyph);
    }

    private void composite(int component, Path2D path) {
        int at = component;
        int flags;
        do {
            flags = unsigned(at);
            int glyph = unsigned(at + 2);
            at += 4;
            double dx = (flags & ARGS_ARE_WORDS) != 0 ? signed(at) : bytes[at];
            double dy = (flags & ARGS_ARE_WORDS) != 0 ? signed(at + 2) : bytes[at + 1];
            at += (flags & ARGS_ARE_WORDS) != 0 ? 4 : 2;
            var place = new AffineTransform(1, 0, 0, 1, dx, dy);
            if ((flags & HAS_SCALE) != 0) {
                place.scale(fraction(at), fraction(at));
                at += 2;
            } else if ((flags & HAS_X_AND_Y_SCALE) != 0) {
                place.scale(fraction(at), fraction(at + 2));
                at += 4;
            } else if ((flags & HAS_TWO_BY_TWO) != 0) {
                place.concatenate(new AffineTransform(fraction(at), fraction(at + 2), fraction(at + 4),
                        fraction(at + 6), 0, 0));
                at += 8;
            }
            path.append(outline(glyph).getPathIterator(place), false);
        } while ((flags & MORE_COMPONENTS) != 0);
    }

    private void simple(int start, int contours, Path2D path) {
        int ends = start + 10;
        int count = contours == 0 ? 0 : unsigned(ends + 2 * (contours - 1)) + 1;
        int at = ends + 2 * contours;
        at += 2 + unsigned(at);
        var flags = new int[count];
        for (int i = 0; i < count; i++) {
            flags[i] = bytes[at++] & 0xFF;
            if ((flags[i] & REPEAT) != 0) {
                for (int repeats = bytes[at++] & 0xFF; repeats > 0; repeats--) {
                    flags[i + 1] = flags[i];
                    i++;
                }
            }
        }
        var xs = new int[count];
        at = coordinates(at, flags, xs, X_SHORT, X_SAME_OR_POSITIVE);
        var ys = new int[count];
        coordinates(at, flags, ys, Y_SHORT, Y_SAME_OR_POSITIVE);
        int first = 0;
        for (int c = 0; c < contours; c++) {
            int last = unsigned(ends + 2 * c);
            contour(flags, xs, ys, first, last, path);
            first = last + 1;
        }
    }

    private int coordinates(int from, int[] flags, int[] values, int isShort, int sameOrPositive) {
        int at = from;
        int value = 0;
        for (int i = 0; i < flags.length; i++) {
            if ((flags[i] & isShort) != 0) {
                int step = bytes[at++] & 0xFF;
                value += (flags[i] & sameOrPositive) != 0 ? step : -step;
            } else if ((flags[i] & sameOrPositive) == 0) {
                value += signed(at);
                at += 2;
            }
            values[i] = value;
        }
        return at;
    }

    /** Points off the curve are control points; between two of them lies a point on the curve that is not stored. */
    private static void contour(int[] flags, int[] xs, int[] ys, int first, int last, Path2D path) {
        int count = last - first + 1;
        int start = first;
        while (start <= last && (flags[start] & ON_CURVE) == 0) {
            start++;
        }
        if (start > last) {
            return;
        }
        path.moveTo(xs[start], ys[start]);
        for (int i = 1; i < count; i++) {
            int point = first + (start - first + i) % count;
            if ((flags[point] & ON_CURVE) != 0) {
                path.lineTo(xs[point], ys[point]);
                continue;
            }
            int next = first + (start - first + i + 1) % count;
            if ((flags[next] & ON_CURVE) != 0) {
                path.quadTo(xs[point], ys[point], xs[next], ys[next]);
                i++;
            } else {
                path.quadTo(xs[point], ys[point], (xs[point] + xs[next]) / 2.0, (ys[point] + ys[next]) / 2.0);
            }
        }
        path.closePath();
    }

    private int table(String tag) {
        int count = unsigned(4);
        for (int i = 0; i < count; i++) {
            int at = 12 + 16 * i;
            if (bytes[at] == tag.charAt(0) && bytes[at + 1] == tag.charAt(1) && bytes[at + 2] == tag.charAt(2)
                    && bytes[at + 3] == tag.charAt(3)) {
                return integer(at + 8);
            }
        }
        throw new IllegalArgumentException("the font has no table " + tag);
    }

    private int unicodeMap(int table) {
        for (int i = 0; i < unsigned(table + 2); i++) {
            int at = table + 4 + 8 * i;
            int map = table + integer(at + 4);
            if (unsigned(at) == 3 && unsigned(at + 2) == 1 && unsigned(map) == 4) {
                return map;
            }
        }
        throw new IllegalArgumentException("the font has no cmap of format 4 for Unicode");
    }

    private double fraction(int at) {
        return signed(at) / 16384.0;
    }

    private int signed(int at) {
        return bytes[at] << 8 | bytes[at + 1] & 0xFF;
    }

    private int unsigned(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    private int integer(int at) {
        return unsigned(at) << 16 | unsigned(at + 2);
    }
}
