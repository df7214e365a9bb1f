package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.format.unpack.UnpackLimits;
import org.gpucomm.results.format.unpack.Members;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.unwrap.BrokenLines;
import org.junit.jupiter.api.Test;

/** Putting broken lines together leaves logs alone whose lines are whole, and costs a fixed number of readings of a log's head. */
class UnbrokenLogsTest {

    private static final int MOST_READINGS = 122;

    /** No sample and no real log is broken: all their entries are those of a reader that does not look for it. */
    @Test
    void wholeLinesAreReadAsIfNobodyHadLookedForBrokenOnes() throws Exception {
        var different = new ArrayList<Path>();
        int read = 0;
        for (var file : logs()) {
            var asTheyAre = asTheyAre(file);
            read += asTheyAre.isEmpty() ? 0 : 1;
            if (!asTheyAre.isEmpty() && !asTheyAre.equals(Reading.ofFile(file).entries())) {
                different.add(file);
            }
        }
        assertThat(different).isEmpty();
        assertThat(read).isGreaterThan(80);
    }

    /** However many lines may have been broken, the head is read a fixed number of times at most. */
    @Test
    void theHeadIsReadSoOftenAtMostWhateverStandsInIt() throws Exception {
        for (int lines : List.of(10, 100, 1000)) {
            var head = IntStream.range(0, lines).mapToObj(i -> i % 3 == 2
                    ? "rest " + i
                    : ("word" + i + " x").repeat(9)
                            .substring(0, 40))
                    .toList();
            var readings = new int[1];
            assertThat(BrokenLines.candidates(head)).isGreaterThan(1);
            TerminalBreaks.of(head, text -> {
                readings[0]++;
                return List.of();
            });
            assertThat(readings[0]).isBetween(2, MOST_READINGS);
        }
    }

    /** Each line goes out once, alone or in another. */
    @Test
    void everyLineIsGivenOnce() throws IOException {
        var texts = IntStream.range(0, 10_000)
                .mapToObj(i -> i % 5 == 0 ? "short" + i : "a line that is as wide " + i % 9)
                .toList();
        var joined = BrokenLines.joined(texts, BrokenLines.width(texts), new HashSet<>());
        assertThat(String.join("", joined.stream().map(Line::text).toList())).isEqualTo(String.join("", texts));
        assertThat(joined.getLast().number()).isEqualTo(texts.size());
    }

    private static List<Entry> asTheyAre(Path file) throws IOException {
        var entries = new ArrayList<Entry>();
        try (var members = new Members(Files.newInputStream(file), String.valueOf(file.getFileName()),
                UnpackLimits.DEFAULT)) {
            var member = members.next();
            if (member == null || members.isArchive() || member.refusal() != null) {
                return List.of();
            }
            var log = MemberLog.open(member.in(), Log.of(member.source()), CustomTable.Answers.NONE, true);
            for (var entry = log.next(); entry != null; entry = log.next()) {
                entries.add(entry);
            }
        } catch (UnreadableFile refused) {
            return List.of();
        }
        return entries;
    }

    private static List<Path> logs() throws IOException {
        var logs = new ArrayList<Path>();
        for (var folder : List.of("src/test/resources/samples", "../docs/samples", "../../shared/corpus",
                "../../shared/notes/threads")) {
            if (Files.isDirectory(Path.of(folder))) {
                try (Stream<Path> files = Files.walk(Path.of(folder))) {
                    logs.addAll(files.filter(Files::isRegularFile).sorted().toList());
                }
            }
        }
        return logs;
    }
}
