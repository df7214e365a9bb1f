package org.gpucomm.server.figures.view;

import java.io.IOException;

import org.gpucomm.figures.view.View;

/** The chart of a page, for those who ask with the parameters of the page's address. */
public interface PageChart {

    /** Returns the path of the page: {@code /explore}. */
    String page();

    /** @throws org.gpucomm.analysis.identity.BadParameter for a parameter that cannot be used */
    View of(ViewParameters given) throws IOException;

    /** Returns what its chart shows, in a sentence; empty where nobody says it. */
    default String headline(View view) {
        return "";
    }
}
