package org.gpucomm.server.figures.view;

import java.io.IOException;

/** The chart of a page, for those who ask with the parameters of the page's address. */
public interface PageChart {

    /** Returns the path of the page: {@code /explore}. */
    String page();

    /** @throws org.gpucomm.server.web.BadParameter for a parameter that cannot be used */
    View of(ViewParameters given) throws IOException;
}
