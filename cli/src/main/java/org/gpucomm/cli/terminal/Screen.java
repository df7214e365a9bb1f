package org.gpucomm.cli.terminal;

import java.util.Map;

/**
 * Properties of the output. The launcher sets {@code GPUCOMM_TERMINAL} to the number of columns of a terminal. Without a terminal, the
 * output has no colours and a fixed width.
 *
 * @param isTerminal whether the output is a terminal
 * @param width      number of columns of a line
 */
public record Screen(boolean isTerminal, int width, boolean coloured) {

    private static final int USUAL = 100;
    private static final int NARROWEST = 40;
    /** Largest width in columns. Longer lines are hard to read. */
    private static final int WIDEST = 140;
    private static final String PLAIN = "\u001b[0m";

    /** Returns the properties of this process's output. */
    public static Screen ofThisProcess() {
        return of(System.getenv());
    }

    /** @param environment environment variables; any value of {@code NO_COLOR} turns colours off */
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

    /** Returns the text in the given colour, or unchanged without colours. */
    public String paint(Colour colour, String text) {
        return coloured ? "\u001b[" + colour.code + "m" + text + PLAIN : text;
    }

    /** Colour of the terminal's 16-colour palette, so that the user's colour scheme applies. */
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
