package org.gpucomm.server.figures.chart;

import org.jspecify.annotations.Nullable;

/** Whether the tool compared the data that arrived with what was sent. */
public enum Check {
    /** It did, and the data was right. */
    RIGHT,
    /** It did not. */
    UNCHECKED,
    /** It did, and some elements were wrong: the number is no result. */
    WRONG;

    /** @param wrong wrong elements; null = nobody looked */
    public static Check of(@Nullable Double wrong) {
        if (wrong == null) {
            return UNCHECKED;
        }
        return wrong > 0 ? WRONG : RIGHT;
    }
}
