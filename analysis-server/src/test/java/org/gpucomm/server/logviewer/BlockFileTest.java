package org.gpucomm.server.logviewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockFileTest {

    @TempDir
    private Path folder;

    /** 1,500 lines are three blocks; every tenth line is a row. */
    @Test
    void linesAreFoundByTheirPlaceAmongAllAndAmongThoseOfAKind() throws IOException, UnreadableFile {
        var file = written(1500);
        assertThat(file.total(null)).isEqualTo(1500);
        assertThat(file.total(LineOutcome.row)).isEqualTo(150);
        assertThat(file.page(null, 510, 5)).extracting(LogLine::position).containsExactly(510L, 511L, 512L, 513L, 514L);
        assertThat(file.page(LineOutcome.row, 51, 3)).extracting(LogLine::position).containsExactly(510L, 520L, 530L);
        assertThat(file.page(LineOutcome.row, 149, 10)).extracting(LogLine::position).containsExactly(1490L, 1500L);
        assertThat(file.upTo(1024, LineOutcome.row)).isEqualTo(102);
        assertThat(file.upTo(1024, null)).isEqualTo(1024);
        assertThat(file.page(null, 700, 1).getFirst()).isEqualTo(line(700));
    }

    @Test
    void aLongLineIsNotCutWithinACharacter() throws IOException, UnreadableFile {
        var cut = LogLine.unclassified(1, null, Line.of(1, "x".repeat(LogLine.MAX_TEXT - 1) + "🙂 and more"));
        var path = folder.resolve("one.blocks");
        write(path, List.of(cut));
        var read = BlockFile.open(path).page(null, 1, 1).getFirst();
        assertThat(read.text()).isEqualTo("x".repeat(LogLine.MAX_TEXT - 1));
        assertThat(read.cut()).isTrue();
    }

    private BlockFile written(int lines) throws IOException, UnreadableFile {
        var path = folder.resolve("log.blocks");
        write(path, IntStream.rangeClosed(1, lines).mapToObj(BlockFileTest::line).toList());
        return BlockFile.open(path);
    }

    private static void write(Path path, List<LogLine> lines) throws IOException, UnreadableFile {
        var left = lines.iterator();
        BlockFile.write(path, () -> left.hasNext() ? left.next() : null);
    }

    private static LogLine line(int position) {
        return position % 10 == 0
                ? new LogLine(position, position, "a.log", LineOutcome.row, null, 1, 2, List.of(), "µs " + position,
                        false)
                : new LogLine(position, position, null, LineOutcome.note, null, 1, 0, List.of("gpu = H200"), "# ",
                        false);
    }
}
