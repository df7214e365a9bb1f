package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpucomm.results.format.Packed.compressed;
import static org.gpucomm.results.format.Packed.gzip;
import static org.gpucomm.results.format.Packed.join;
import static org.gpucomm.results.format.Packed.log;
import static org.gpucomm.results.format.Packed.read;
import static org.gpucomm.results.format.Packed.tar;
import static org.gpucomm.results.format.Packed.zip;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.junit.jupiter.api.Test;

/** What an upload may be packed in. */
class PackedLogsTest {

    private static final Path LOG = Packed.LOG;

    @Test
    void aPackedLogIsReadAsTheLog() throws Exception {
        var plain = Reading.ofFile(LOG);
        var packed = Reading.ofBytes(gzip(gzip(log())), "two-sections-second-cut.log.gz.gz");
        assertThat(packed.entries().stream().map(Entry::line))
                .isEqualTo(plain.entries().stream().map(Entry::line).toList());
        assertThat(packed.rows()).hasSameSizeAs(plain.rows());
        assertThat(packed.wrappings()).containsExactly("gzip");
    }

    @Test
    void bzip2AndXzAreUnpacked() throws Exception {
        var plain = Reading.ofFile(LOG);
        for (var kind : List.of("bzip2", "xz")) {
            var packed = join(compressed(kind, log()), compressed(kind, "\n".getBytes(StandardCharsets.UTF_8)));
            var reading = Reading.ofBytes(gzip(packed), "a.log");
            assertThat(reading.measurements()).hasSameSizeAs(plain.measurements());
            assertThat(reading.wrappings()).containsExactly("gzip", kind);
        }
    }

    @Test
    void ofDamagedBzip2AndXzWhatCameBeforeIsRead() throws Exception {
        for (var kind : List.of("bzip2", "xz")) {
            var first = compressed(kind, log());
            var cut = Reading.ofBytes(join(first, Arrays.copyOf(first, first.length / 2)), "a.log");
            assertThat(cut.rows()).hasSizeGreaterThanOrEqualTo(Reading.ofFile(LOG).rows().size());
            assertThat(cut.problems()).anySatisfy(problem -> assertThat(problem.reason())
                    .startsWith("the " + kind + " data are damaged or cut off here"));
            var header = Arrays.copyOf(first, 24);
            Arrays.fill(header, 12, 24, (byte) 0xFF);
            assertThatThrownBy(() -> Reading.ofBytes(header, "a.log")).isInstanceOf(UnreadableFile.class)
                    .hasMessageStartingWith(
                            "the file cannot be unpacked: the " + kind + " data are damaged or cut off here");
        }
    }

    @Test
    void zstdIsRefusedWithTheCommandThatUnpacksIt() {
        assertThatThrownBy(() -> Reading.ofBytes(new byte[]{0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, 0}, "a.zst"))
                .isInstanceOf(UnreadableFile.class)
                .hasMessage("the file is compressed by zstd, which is not read; unpack it: unzstd FILE");
    }

    @Test
    void membersOfGzipThatFollowOneAnotherAreOneLog() throws Exception {
        var log = log();
        var both = join(gzip(Arrays.copyOf(log, 1000)), gzip(Arrays.copyOfRange(log, 1000, log.length)));
        assertThat(Reading.ofBytes(both, "a.log").rows()).hasSameSizeAs(Reading.ofFile(LOG).rows());
    }

    @Test
    void eachMemberIsALogOfItsOwnAndSectionsCountOnThroughAll() throws Exception {
        var inner = zip("b/two.log.gz", gzip(log()), "empty.log", new byte[0]);
        var seen = read(gzip(tar("one.log", log(), "./logs.zip", inner, "picture.png", new byte[]{(byte) 0x89, 'P', 'N',
                'G', 0, 0, 0, 0})), "night.tgz");
        assertThat(seen.sources()).containsExactly("one.log", "logs.zip/b/two.log.gz", "logs.zip/empty.log",
                "picture.png");
        long lines = Files.readString(LOG).lines().count();
        assertThat(seen.lineNumbers("logs.zip/b/two.log.gz")).startsWith(1L, 2L).contains(lines);
        assertThat(seen.measurements().stream().map(Measurement::section).distinct()).containsExactly(1, 2, 3, 4);
        assertThat(seen.problems("logs.zip/empty.log")).containsExactly("the file is empty");
        assertThat(seen.problems("picture.png")).singleElement().asString().startsWith("is a PNG picture");
        assertThat(seen.reader().wrappings()).containsExactly("gzip", "tar", "zip");
    }

    @Test
    void anArchiveWithoutAnyLogIsRefusedAndSaysWhy() throws Exception {
        var seen = read(zip("notes.txt", "hello\n".getBytes(StandardCharsets.UTF_8)), "x.zip");
        assertThatThrownBy(seen.reader()::requireResults).isInstanceOf(UnreadableFile.class)
                .hasMessage("no file in the archive was understood: notes.txt: no known format was found in this file");
    }

    @Test
    void aCutOffFileGivesWhatItHasAndSaysSo() throws Exception {
        var packed = gzip(log());
        var reading = Reading.ofBytes(Arrays.copyOf(packed, packed.length - 60), "a.log.gz");
        assertThat(reading.rows()).isNotEmpty();
        assertThat(reading.problems()).anySatisfy(problem -> assertThat(problem.reason()).isEqualTo(
                "the gzip data are damaged or cut off here (the end is missing); what follows was not read"));
        for (var archive : List.of(zip("a.log", log(), "b.log", log()), tar("a.log", log(), "b.log", log()))) {
            var seen = read(Arrays.copyOf(archive, archive.length / 2 + 300), "x");
            assertThat(seen.problems("b.log")).isNotEmpty();
            assertThat(seen.lineNumbers("a.log")).isNotEmpty();
        }
    }

    @Test
    void anEncryptedOrStoredEntryDoesNotEndTheOthers() throws Exception {
        var bytes = zip("a.log", log(), "b.log", log());
        bytes[6] |= 1; // the first entry's flag
        var seen = read(bytes, "x.zip");
        assertThat(seen.problems("a.log"))
                .containsExactly("it is encrypted; put it into the archive without a password");
    }

    @Test
    void theUploadsOwnFailureIsNoDamageOfItsContent() throws Exception {
        var log = log();
        var failing = new InputStream() {
            private final InputStream begin = new ByteArrayInputStream(Arrays.copyOf(log, 70));

            @Override
            public int read() throws IOException {
                int b = begin.read();
                if (b < 0) {
                    throw new IOException("the disk is gone");
                }
                return b;
            }
        };
        assertThatThrownBy(() -> LogReader.open(failing, "x.log")).isInstanceOf(IOException.class)
                .hasMessage("the disk is gone");
    }
}
