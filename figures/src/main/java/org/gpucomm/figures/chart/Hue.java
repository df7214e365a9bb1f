package org.gpucomm.figures.chart;

/** Colours of Okabe and Ito, which colour-blind readers can distinguish, most conspicuous first. */
public enum Hue implements Identified {
    BLUE(0x0072B2, 0x4AA3DF),
    VERMILLION(0xD55E00, 0xEE7B2E),
    GREEN(0x009E73, 0x1FB88C),
    PURPLE(0xCC79A7, 0xD68DB6),
    ORANGE(0xE69F00, 0xF2B53A),
    SKY(0x56B4E9, 0x8FD0F5),
    BLACK(0x262626, 0xD9DDE2),
    GREY(0x7F7F7F, 0x8E969F);

    private final SeriesColor ink;

    Hue(int light, int dark) {
        ink = new SeriesColor(light, dark);
    }

    public SeriesColor ink() {
        return ink;
    }
}
