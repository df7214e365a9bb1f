package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * What a pattern does with a line grows with the length of the line: it looks at each character a few times. Lines are those of
 * the samples that a pattern knows, with one piece many times over in the middle of them, which is what makes a pattern try all
 * ways of dividing it. How often it looks is counted, so nothing here depends on the machine.
 */
class PatternsTest {

    private static final Path CLASSES = Path.of("target/classes");
    private static final List<Path> SAMPLES = List.of(Path.of("../docs/samples"),
            Path.of("src/test/resources/samples"));
    private static final List<String> PIECES = List.of(" ", "\t", "1", "9.", "a", "A", "a ", "1 ", "\"", "\\", "=",
            "a=1;",
            "(", "[", "{", ":", ": ", "-", "#", ",", ", ", "1,", "|", "│ ", "/", ".", "_", "*", "═");
    private static final int LENGTH = 600;
    private static final int LOOKS = 40;
    /** A pattern that calls itself for each character ends the thread that reads. */
    private static final int DEEP = 20_000;
    private static final int MOST_LINES = 2;
    private static final int MOST_PLACES = 12;

    @Test
    void looksAtEachCharacterOfALineAFewTimes() throws Exception {
        var patterns = patterns();
        var lines = lines();
        var slow = new ArrayList<String>();
        patterns.forEach((name, pattern) -> {
            for (var line : known(pattern, lines)) {
                places(line).stream().flatMap(at -> PIECES.stream().flatMap(
                        piece -> Stream.of(line.substring(0, at) + piece.repeat(LENGTH / piece.length()),
                                line.substring(0, at) + piece.repeat(LENGTH / piece.length()) + line.substring(at))))
                        .filter(text -> !isMatchedIn(pattern, text, LOOKS)).findFirst()
                        .ifPresent(text -> slow.add(name + ": " + text));
                places(line).stream().flatMap(at -> Stream.of("a", "1", " ", "\\\\")
                        .map(piece -> line.substring(0, at) + piece.repeat(DEEP / piece.length()) + line.substring(at)))
                        .filter(text -> !isMatchedIn(pattern, text, LOOKS)).findFirst()
                        .ifPresent(text -> slow.add(name + " of " + DEEP + " characters: " + text.substring(0, 300)));
            }
        });
        assertThat(slow).isEmpty();
        assertThat(patterns).hasSizeGreaterThan(200);
    }

    private static boolean isMatchedIn(Pattern pattern, String text, int looks) {
        try {
            pattern.matcher(new Counted(text, (long) looks * text.length())).matches();
            return true;
        } catch (TooOften | StackOverflowError e) {
            return false;
        }
    }

    /** The constants of all classes. */
    private static Map<String, Pattern> patterns() throws IOException, ReflectiveOperationException {
        var patterns = new TreeMap<String, Pattern>();
        try (var files = Files.walk(CLASSES)) {
            for (var file : files
                    .filter(each -> each.toString().endsWith(".class") && !each.endsWith("package-info.class"))
                    .toList()) {
                var name = CLASSES.relativize(file).toString().replace('/', '.').replaceFirst("\\.class$", "");
                for (var field : Class.forName(name).getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers()) && field.getType() == Pattern.class) {
                        field.setAccessible(true);
                        patterns.put(name + "." + field.getName(), (Pattern) field.get(null));
                    }
                }
            }
        }
        return patterns;
    }

    private static Set<String> lines() throws IOException {
        var lines = new LinkedHashSet<String>();
        for (var folder : SAMPLES) {
            try (var files = Files.walk(folder)) {
                for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                    Files.readString(file, StandardCharsets.UTF_8).lines()
                            .filter(line -> line.length() < 300).forEach(lines::add);
                }
            }
        }
        return lines;
    }

    /** The empty one, and some that it finds something in. */
    private static List<String> known(Pattern pattern, Set<String> lines) {
        return Stream.concat(Stream.of(""), lines.stream().filter(line -> pattern.matcher(line).find())
                .limit(MOST_LINES)).toList();
    }

    /** Where words begin and end. */
    private static Set<Integer> places(String line) {
        var places = new TreeSet<>(List.of(0, line.length()));
        for (int i = 1; i < line.length() && places.size() < MOST_PLACES; i++) {
            if (Character.isLetterOrDigit(line.charAt(i)) != Character.isLetterOrDigit(line.charAt(i - 1))) {
                places.add(i);
            }
        }
        return places;
    }

    /** A text that gives its characters out so many times and no more. */
    private static final class Counted implements CharSequence {

        private final String text;
        private long left;

        private Counted(String text, long most) {
            this.text = text;
            this.left = most;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (left-- == 0) {
                throw new TooOften();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class TooOften extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
