package org.gpucomm.results;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finder of likely secrets in text from other programs: keys and tokens of a known form, and values whose name is password, token, secret
 * or key. docs/operations.md lists both. Secrets under other names or split over lines are not found. The time taken is proportional to the
 * length of the text.
 */
public final class Secrets {

    public static final String HIDDEN = "[hidden]";

    /** Forms of tokens that their issuers made easy to find. */
    private static final String FORMS = "(?:AKIA|ASIA)[0-9A-Z]{12,}+|eyJ[\\w-]{8,}+(?:\\.[\\w-]*+){0,4}+"
            + "|gh[pousr]_\\w{16,}+|github_pat_\\w++|glpat-[\\w-]++|hf_\\w{16,}+|nvapi-[\\w-]++|sk-[\\w-]{16,}+"
            + "|xox[abeprs]-[\\w-]++|xapp-[\\w-]++|npm_\\w{30,}+|pypi-[\\w-]{16,}+|dckr_pat_[\\w-]++|AIza[\\w-]{35}|ya29\\.[\\w-]{16,}+"
            + "|gpucomm_[0-9a-f]{12}_[\\w-]{43}";
    /** First characters of {@link #FORMS}. */
    private static final String FIRST_OF_FORMS = "Aeghnsxpdy";
    private static final String NAME = "(?:passw(?:or)?d|passphrase|token|secret|credentials?|bearer|cookie"
            + "|(?:api|access|secret|private|license|account|signing|encryption)[_-]?key|secret[_-]?access[_-]?key)";
    /** Ends of {@link #NAME}. */
    private static final List<String> ENDS_OF_NAMES = List.of("key", "word", "passwd", "phrase", "token", "secret",
            "credential", "credentials", "bearer", "cookie");
    private static final String VALUE = "(?:'[^'\\n]{4,}+'|\"[^\"\\n]{4,}+\"|[^\\s,;'\"&\\\\]{4,}+)";
    private static final Pattern FORM = Pattern.compile("(?<![A-Za-z0-9])(?:" + FORMS + ")");
    private static final Pattern NAMED = Pattern
            .compile(NAME + "(?:[\"']?[ \\t]{0,3}[=:][ \\t]{0,3}|[ \\t](?<=--[\\w.-]{1,60}[ \\t]))"
                    + "(" + VALUE + ")", Pattern.CASE_INSENSITIVE);
    private static final Pattern BEARER = Pattern.compile("(?:bearer|authorization: basic) ([\\w.~+/=-]{12,}+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LOGIN_OF_URL = Pattern.compile("://([^/\\s:@]{1,200}+:[^/\\s@]{1,200}+)@");
    /** A line of a PEM key; no other line of a log looks like it. */
    private static final Pattern LINE_OF_KEY = Pattern.compile("\\s{0,8}([A-Za-z0-9+/]{60,76}+={0,2}+)\\s{0,8}");
    private static final Pattern NAME_ONLY = Pattern.compile(".{0,100}?" + NAME, Pattern.CASE_INSENSITIVE);
    /** Values that are no secrets: counts, and placeholders for a secret that the program does not print. */
    private static final Pattern HARMLESS = Pattern
            .compile("[\"']?(?:[-+]?[0-9][0-9.,]{0,11}|true|false|none|null|unset|not|set"
                    + "|[\\[<$(%*].*)[\"']?", Pattern.CASE_INSENSITIVE);

    private Secrets() {}

    /** Returns whether a value should not be shown, by its name or by its form. */
    public static boolean isOne(String name, String value) {
        boolean named = endsAsSecret(name) && NAME_ONLY.matcher(name).matches() && !value.isEmpty()
                && !HARMLESS.matcher(value).matches();
        return named || hasOne(value);
    }

    private static boolean endsAsSecret(String name) {
        for (var end : ENDS_OF_NAMES) {
            if (name.regionMatches(true, name.length() - end.length(), end, 0, end.length())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the text contains a secret of a known form. */
    public static boolean hasOne(String text) {
        return hasForm(text) || text.contains("://") && LOGIN_OF_URL.matcher(text).find()
                || text.contains("-----BEGIN ");
    }

    /** Tries the forms only at characters with which one can begin. */
    private static boolean hasForm(String text) {
        var form = FORM.matcher(text).useTransparentBounds(true);
        for (int i = 0; i < text.length(); i++) {
            if (FIRST_OF_FORMS.indexOf(text.charAt(i)) >= 0 && form.region(i, text.length()).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the text contains a secret behind its name, as a command line may. */
    static boolean namesOne(String text) {
        boolean may = text.indexOf(' ') >= 0 || text.indexOf('=') >= 0 || text.indexOf(':') >= 0
                || text.indexOf('\t') >= 0;
        return may && (BEARER.matcher(text).find()
                || NAMED.matcher(text).results().anyMatch(found -> !HARMLESS.matcher(found.group(1)).matches()));
    }

    /** Returns a line with stars in place of each character of a secret, so that all other text keeps its position. */
    public static String hide(String line) {
        if (!mayHaveOne(line)) {
            return line;
        }
        if (LINE_OF_KEY.matcher(line).matches()) {
            return LINE_OF_KEY.matcher(line).replaceAll(found -> starred(found, 1));
        }
        var shown = FORM.matcher(line).replaceAll(found -> starred(found, 0));
        shown = LOGIN_OF_URL.matcher(shown).replaceAll(found -> starred(found, 1));
        shown = BEARER.matcher(shown).replaceAll(found -> starred(found, 1));
        return NAMED.matcher(shown).replaceAll(found -> HARMLESS.matcher(found.group(1)).matches()
                ? Matcher.quoteReplacement(found.group())
                : starred(found, 1));
    }

    /** Returns whether the line has two letters in a row: most lines of a log are only columns of numbers. */
    private static boolean mayHaveOne(String line) {
        int letters = 0;
        for (int i = 0; i < line.length(); i++) {
            letters = Character.isLetter(line.charAt(i)) ? letters + 1 : 0;
            if (letters == 2) {
                return true;
            }
        }
        return false;
    }

    private static String starred(MatchResult found, int group) {
        var all = found.group();
        int from = found.start(group) - found.start();
        int to = found.end(group) - found.start();
        return Matcher.quoteReplacement(all.substring(0, from) + "*".repeat(to - from) + all.substring(to));
    }
}
