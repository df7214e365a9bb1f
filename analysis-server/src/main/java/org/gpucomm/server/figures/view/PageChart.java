package org.gpucomm.server.figures.view;

import java.io.IOException;

import org.gpucomm.figures.view.View;

/** Chart of a page, by the parameters of the page's URL. */
public interface PageChart {

    /** Returns the path of the page, for example {@code /explore}. */
    String page();

    /** Returns the chart. @throws org.gpucomm.analysis.identity.BadParameter for an invalid parameter */
    View of(ViewParameters given) throws IOException;

    /** Returns a sentence about the chart; empty if the page has none. */
    default String headline(View view) {
        return "";
    }
}
