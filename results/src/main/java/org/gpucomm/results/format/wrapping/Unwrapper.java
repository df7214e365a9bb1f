package org.gpucomm.results.format.wrapping;

import org.gpucomm.results.format.Line;

/** Takes a launcher's prefixes off the lines of one log, and says who wrote each. */
public final class Unwrapper {

    /** The line as the program wrote it, with its writer. */
    public Line unwrap(Line line) {
        return line;
    }
}
