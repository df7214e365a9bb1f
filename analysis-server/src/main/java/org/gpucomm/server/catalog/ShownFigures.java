package org.gpucomm.server.catalog;

import java.util.List;

/** The figures as the overview lists them; whoever draws figures brings one. */
@FunctionalInterface
public interface ShownFigures {

    /** One entry a figure, as {@code GET /api/v1/figures} has it. */
    List<?> list();
}
