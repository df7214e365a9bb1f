package org.gpucomm.cli.terminal;

import java.util.Map;

/**
 * Output of a command's results. The launcher says in {@code GPUCOMM_TERMINAL} how many columns a terminal has; a pipe or a file has
 * none, and gets neither colours nor lines of its own width.
 */
public final class Screen {

    private static final int USUAL = 100;
    private static final int NARROWEST = 40;
    /** Longer lines are hard to read. */
    private static final int WIDEST = 140;
    private static final String PLAIN = "\u001b[0m";

    private final boolean terminal;
    private final int width;
    private final boolean coloured;

    private Screen(boolean terminal, int width, boolean coloured) {
        this.terminal = terminal;
        this.width = width;
        this.coloured = coloured;
    }

    /** Returns that of this process. */
    public static Screen ofThisProcess() {
        return of(System.getenv());
    }

    /** @param environment {@code NO_COLOR}, with any value, is a wish that is granted */
    public static Screen of(Map<String, String> environment) {
        var columns = environment.getOrDefault("GPUCOMM_TERMINAL", "");
        if (columns.isEmpty()) {
            return new Screen(false, USUAL, false);
        }
        boolean coloured = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
        int told = columns.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(columns) : USUAL;
        return new Screen(true, Math.clamp(told, NARROWEST, WIDEST), coloured);
    }

    /** Returns whether somebody looks at it. */
    public boolean isTerminal() {
        return terminal;
    }

    /** Returns the columns of a line. */
    public int width() {
        return width;
    }

    /** Returns the text in that colour where there are colours. */
    public String paint(Colour colour, String text) {
        return coloured ? "\u001b[" + colour.code + "m" + text + PLAIN : text;
    }

    /** Of the sixteen that every terminal has, so that its own scheme decides how they look. */
    public enum Colour {
        BAD("1;31"),
        WARNING("33"),
        GOOD("32"),
        FAINT("2");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }
}
