package org.gpucomm.results.format.nccltests;

import org.jspecify.annotations.Nullable;

/**
 * The lines around the rows of one run, kept while they are read, so that those of a next run can be compared with them as
 * bytes: above the rows, below them up to the average's number, and behind that. They are of use if they are comments of the
 * program's own, without anything else between them.
 */
final class Surroundings {

    /** Characters. A run of more than a hundred ranks has more lines of ranks, and is seldom one of thousands in a log. */
    private static final int MOST = 1 << 14;

    private static final String PROCESS = " Pid ";

    private final StringBuilder text = new StringBuilder();
    private @Nullable Passage above;
    private @Nullable String below;
    private boolean rows;
    private boolean odd;

    /** A line that was read, and is no row. @param complete whether the average came before it */
    void note(LineKind kind, String line, boolean complete) {
        odd |= line.indexOf(Passage.NUMBER) >= 0 || !line.startsWith("#") && !(complete && line.isBlank());
        if (kind == LineKind.AVERAGE && !complete) {
            average(line);
            return;
        }
        odd |= switch (kind) {
            case MARK -> false;
            case FAILURE -> true;
            case FOREIGN -> !complete || !line.isBlank();
            case CONCLUDED -> !complete;
            case OUT_OF_BOUNDS -> !rows || complete || line.contains("FAILED");
            default -> rows;
        };
        add(kind == LineKind.RANK ? withoutProcess(line) : line);
    }

    /** A row. @param usual whether nothing but the lines above told of the run */
    void row(boolean usual) {
        if (rows) {
            odd |= !text.isEmpty();
            return;
        }
        rows = true;
        above = odd || !usual ? null : Passage.of(take());
        odd |= above == null;
    }

    /** The next run has the same lines above its rows. */
    void again() {
        text.setLength(0);
        below = null;
    }

    /** What stands above the first row; null if it is of no use. */
    @Nullable
    Passage above() {
        return odd ? null : above;
    }

    /** What stands between the last row and the average's number; null if it is of no use. */
    @Nullable
    Passage below() {
        return odd || below == null ? null : Passage.of(below);
    }

    /** What stands behind the average's number up to here; null if it is of no use. */
    @Nullable
    Passage behind() {
        return odd || below == null ? null : Passage.of(text.toString());
    }

    /** {@code # Avg bus bandwidth    : 16.3771}, a number and nothing behind it. */
    private void average(String line) {
        int number = line.indexOf(':') + 1;
        while (number < line.length() && line.charAt(number) == ' ') {
            number++;
        }
        int end = number;
        while (end < line.length() && line.charAt(end) != ' ') {
            end++;
        }
        odd |= !rows || below != null || !line.substring(end).isBlank();
        text.append(line, 0, number);
        below = take();
        add(line.substring(end));
    }

    /** Each run has processes of its own, of which nobody asks the numbers: {@code … Pid   4100 on …}. */
    private static String withoutProcess(String line) {
        int name = line.indexOf(PROCESS);
        int number = name + PROCESS.length();
        while (name >= 0 && number < line.length() && line.charAt(number) == ' ') {
            number++;
        }
        int end = number;
        while (name >= 0 && end < line.length() && line.charAt(end) >= '0' && line.charAt(end) <= '9') {
            end++;
        }
        return end == number || !line.startsWith(" on ", end)
                ? line
                : line.substring(0, name + PROCESS.length() - 1) + Passage.NUMBER + line.substring(end);
    }

    private void add(String line) {
        odd |= text.length() + line.length() > MOST;
        if (!odd) {
            text.append(line).append('\n');
        }
    }

    private String take() {
        var taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
