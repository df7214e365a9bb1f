package org.gpucomm.results.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlFileTest {

    private static final YamlFile FILE = new YamlFile("x.yaml", "the thing", "a thing has a name");

    @TempDir
    Path folder;

    @Test
    void aValueIsTheTextThatStandsThere() {
        var map = map("size: 1G\nversion: 1.20\nday: 2026-11-22\nyes: no\nquoted: '~'\nnothing: ~\n");
        assertThat(List.of(map.text("size"), map.text("version"), map.text("day"), map.text("yes"),
                map.text("quoted"))).containsExactly("1G", "1.20", "2026-11-22", "no", "~");
        assertThat(map.value("nothing").textIfAny()).isEmpty();
        assertThat(map.value("quoted").textIfAny()).contains("~");
    }

    @Test
    void aSingleValueIsAListOfItself() {
        assertThat(map("a: 1\nb: [1, 2]\n").texts("a")).containsExactly("1");
        assertThat(map("a: 1\nb: [1, 2]\n").numbers("b")).containsExactly(1.0, 2.0);
    }

    @Test
    void whatAnOuterMappingSaysCompletesAnInnerOneKeyByKey() {
        var outer = map("where: {a: 1, b: 2}\ny: 3\ninner: {where: {a: 9}}\n");
        var inner = outer.map("inner").within(outer, List.of("where", "y"));
        assertThat(List.of(inner.map("where").text("a"), inner.map("where").text("b"), inner.text("y")))
                .containsExactly("9", "2", "3");
        // What was inherited is complained about where it counts.
        assertThat(inner.error("y", "is odd")).hasMessage("x.yaml:2: inner.y is odd");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            titel: x         | x.yaml:2: titel is no key here; allowed are title, list, map, number; did you mean title?
            title: [a]       | x.yaml:2: title must be one value, was a list
            title: ~         | x.yaml:2: title must be one value, was nothing
            list: [1, {a: 1}]| x.yaml:2: list[1] must be one value, was a mapping
            map: 1           | x.yaml:2: map must be a mapping (key: value)
            number: many     | x.yaml:2: number must be a number, was 'many'
            number: .nan     | x.yaml:2: number must be a number, was '.nan'
            'title: a: b'    | x.yaml:2: no valid YAML: mapping values are not allowed here; mind indentation, and quote texts with ':' or '#'
            """)
    void aMistakeIsNamedWithFileLineKeyAndWhatIsAllowed(String line, String message) {
        assertThatThrownBy(() -> {
            var map = map("# a comment\n" + line + "\n").only("title", "list", "map", "number");
            map.text("title", "");
            map.find("list").ifPresent(_ -> map.texts("list"));
            map.map("map");
            map.number("number", 0);
        }).isInstanceOf(InvalidSpec.class).hasMessage(message);
    }

    @Test
    void whatIsNoSuchFileAtAllIsRefused() throws Exception {
        assertThatThrownBy(() -> map("# only a comment\n")).hasMessage("x.yaml: the file is empty; a thing has a name");
        assertThatThrownBy(() -> map("- 1\n")).hasMessage("x.yaml:1: the thing must be a mapping (key: value)");
        assertThatThrownBy(() -> FILE.list(new StringReader("a: 1\n")))
                .hasMessage("x.yaml:1: the thing must be a list (one '- ' an entry); a thing has a name");
        assertThatThrownBy(() -> map("a: 1\na: 2\n")).hasMessage("x.yaml:2: a is given twice; keep one");
        assertThatThrownBy(() -> map("a: 1\n").text("b")).hasMessage("x.yaml:1: the thing lacks the key 'b'");
        assertThatThrownBy(() -> map("a: !!java.io.File [x]\n")).hasMessageContaining("Global tag is not allowed");
        assertThatThrownBy(() -> FILE.map(folder.resolve("none"))).hasMessage("x.yaml cannot be read: no such file");
        var binary = Files.write(folder.resolve("b.yaml"), new byte[]{(byte) 0xC3, 0x28});
        assertThatThrownBy(() -> FILE.map(binary)).hasMessage("x.yaml is no UTF-8 text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a: !mine x         | x.yaml:1: the tag !mine is not read; leave it out, a value is what is written
            a: [!!int 5]       | x.yaml:1: the tag tag:yaml.org,2002:int is not read; leave it out, a value is what is written
            a: &b [1, *b]      | x.yaml:1: a value contains itself by an alias (*name); write it out
            a: &b {c: {d: *b}} | x.yaml:1: a value contains itself by an alias (*name); write it out
            ? [a, b]: c        | x.yaml:1: a key must be one value, was a list or a mapping
            """)
    void whatNobodyWritesToBeReadIsRefused(String text, String message) {
        assertThatThrownBy(() -> map(text + "\n")).isInstanceOf(InvalidSpec.class).hasMessage(message);
    }

    @Test
    void anAliasStandsForWhatIsWrittenElsewhere() {
        assertThat(map("a: &sizes [1K, 1M]\nb: *sizes\n").texts("b")).containsExactly("1K", "1M");
    }

    @Test
    void aFewLinesOfAliasesAreNoMillionValues() {
        var text = new StringBuilder("a0: &a0 [" + "x, ".repeat(10) + "x]\n");
        for (int i = 1; i <= 5; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }
        assertThatThrownBy(() -> map(text.toString())).isInstanceOf(InvalidSpec.class)
                .hasMessage("x.yaml:1: its aliases"
                        + " (*name) make it more than 100000 values; write out what differs, or divide the file");
    }

    @Test
    void aThousandListsInOneAnotherAreRefused() {
        assertThatThrownBy(() -> map("a: " + "[".repeat(1000) + "]".repeat(1000))).isInstanceOf(InvalidSpec.class)
                .hasMessageContaining("Nesting Depth exceeded max 50");
    }

    private static YamlMap map(String text) {
        return FILE.map(new StringReader(text));
    }
}
