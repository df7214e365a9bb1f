package org.gpucomm.server.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.plan.PlanReader;
import org.gpucomm.server.Main;
import org.gpucomm.server.patterns.WrittenPatterns.Written;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a pattern does with a line grows with the length of the line: it looks at each character a few times. Lines are those of
 * the samples that a pattern knows and those that it is made for, with one piece many times over in the middle of them, or a part
 * of themselves, which is what makes a pattern try all ways of dividing them, or try again at each of many beginnings. How often it
 * looks is counted, so nothing here depends on the machine.
 */
@Tag("nightly")
class PatternsTest {

    private static final List<Path> SAMPLES = List.of(Path.of("../docs/samples"),
            Path.of("../results/src/test/resources/samples"));
    private static final List<String> PIECES = List.of(" ", "\t", "1", "9.", "a", "A", "a ", "1 ", "\"", "\\", "=",
            "a=1;",
            "(", "[", "{", ":", ": ", "-", "#", ",", ", ", "1,", "|", "│ ", "/", ".", "_", "*", "═");
    private static final int LENGTH = 600;
    private static final int LOOKS = 40;
    /** A search tries each character in every way that the pattern allows, so it may look more often. */
    private static final int SEARCHED_LENGTH = 2_000;
    private static final int SEARCHED_LOOKS = 150;
    /** A pattern that calls itself for each character ends the thread that reads. */
    private static final int DEEP = 20_000;
    private static final int MOST_LINES = 2;
    private static final int MOST_PLACES = 12;
    private static final int MOST_SEARCHED_PLACES = 4;
    private static final int MOST_DEEP_PLACES = 3;

    @Test
    void looksAtEachCharacterOfALineAFewTimes() throws Exception {
        var patterns = WrittenPatterns.of(List.of(Main.class, PlanReader.class, Measurement.class));
        var lines = lines();
        var slow = patterns.entrySet().parallelStream().filter(each -> repeats(each.getValue().pattern()))
                .flatMap(each -> slow(each.getKey(), each.getValue(), lines).stream()).toList();
        assertThat(slow).isEmpty();
        assertThat(patterns).hasSizeGreaterThan(400);
        assertThat(patterns.values().stream().filter(Written::searches)).hasSizeGreaterThan(100);
    }

    /** A pattern without repetitions looks at no more characters than its length, at each place. */
    private static boolean repeats(Pattern pattern) {
        return pattern.pattern().chars().anyMatch(c -> "*+{".indexOf(c) >= 0);
    }

    /** Lines that a pattern looks at too often. */
    private static List<String> slow(String name, Written written, Set<String> lines) {
        var slow = new ArrayList<String>();
        for (var line : known(written.pattern(), lines)) {
            Stream.concat(stretched(line, written), deep(line)).filter(text -> !isReadIn(written, text)).findFirst()
                    .ifPresent(text -> slow.add(name + (written.searches() ? " (searches), " : ", ") + text.length()
                            + " characters: " + shown(text)));
        }
        return slow;
    }

    private static Stream<String> deep(String line) {
        return places(line, MOST_DEEP_PLACES).stream().flatMap(at -> Stream.of("a", "1", " ", "\\\\")
                .map(piece -> line.substring(0, at) + piece.repeat(DEEP / piece.length()) + line.substring(at)));
    }

    /** One piece many times over in a line, or at its end; or a part of the line itself. */
    private static Stream<String> stretched(String line, Written written) {
        int length = written.searches() ? SEARCHED_LENGTH : LENGTH;
        var places = List.copyOf(places(line, written.searches() ? MOST_SEARCHED_PLACES : MOST_PLACES));
        var pieces = places.stream().flatMap(at -> PIECES.stream().flatMap(piece -> {
            var begun = line.substring(0, at) + piece.repeat(length / piece.length());
            return Stream.of(begun, begun + line.substring(at));
        }));
        var ends = List.copyOf(places(line, MOST_PLACES));
        var parts = IntStream.range(0, ends.size()).boxed().flatMap(from -> IntStream.range(from + 1, ends.size())
                .mapToObj(to -> line.substring(ends.get(from), ends.get(to))))
                .map(part -> part.repeat(Math.max(1, length / part.length())));
        return Stream.concat(pieces, parts);
    }

    private static boolean isReadIn(Written written, String text) {
        try {
            var matcher = written.pattern().matcher(new Counted(text,
                    (long) (written.searches() ? SEARCHED_LOOKS : LOOKS) * Math.max(LENGTH, text.length())));
            if (!written.searches()) {
                matcher.matches();
                return true;
            }
            while (matcher.find()) {
                // What it finds is not the question.
            }
            return true;
        } catch (TooOften | StackOverflowError e) {
            return false;
        }
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), 100));
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

    /** The empty one, some that it finds something in, and two that it is made for. */
    private static Set<String> known(Pattern pattern, Set<String> lines) {
        var known = new LinkedHashSet<>(List.of("", Example.of(pattern.pattern(), false),
                Example.of(pattern.pattern(), true)));
        lines.stream().filter(line -> pattern.matcher(line).find()).limit(MOST_LINES).forEach(known::add);
        return known;
    }

    /** Where words begin and end. */
    private static Set<Integer> places(String line, int most) {
        var places = new TreeSet<>(List.of(0, line.length()));
        for (int i = 1; i < line.length() && places.size() < most; i++) {
            if (Character.isLetterOrDigit(line.charAt(i)) != Character.isLetterOrDigit(line.charAt(i - 1))) {
                places.add(i);
            }
        }
        return places;
    }

    /** A text that returns its characters a limited number of times. */
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
