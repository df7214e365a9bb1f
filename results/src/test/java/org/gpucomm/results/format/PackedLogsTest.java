package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.container.Limits;
import org.junit.jupiter.api.Test;

/** What an upload may be packed in, and what it must not be able to do. */
class PackedLogsTest {

    private static final Path LOG = Path.of("src/test/resources/samples/nccl-tests/two-sections-second-cut.log");

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
    void pathsThatLeadOutAndLinksAndDevicesAreRefusedOneByOne() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            add(tar, "ok.log", log());
            add(tar, "../../etc/cron.d/x", log());
            var absolute = new TarArchiveEntry("/etc/passwd", true);
            absolute.setSize(2);
            tar.putArchiveEntry(absolute);
            tar.write(new byte[]{'x', '\n'});
            tar.closeArchiveEntry();
            for (byte kind : new byte[]{TarConstants.LF_SYMLINK, TarConstants.LF_LINK, TarConstants.LF_CHR,
                    TarConstants.LF_BLK, TarConstants.LF_FIFO}) {
                var entry = new TarArchiveEntry("special" + kind, kind);
                entry.setLinkName("/etc/shadow");
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
            add(tar, "also-ok.log", log());
        }
        var seen = read(bytes.toByteArray(), "x.tar");
        assertThat(seen.problems("../../etc/cron.d/x")).singleElement().asString().contains("leads out of the archive");
        assertThat(seen.problems("/etc/passwd")).singleElement().asString().contains("its path is absolute");
        assertThat(seen.problems("special50")).singleElement().asString().contains("it is a link");
        assertThat(seen.problems("special49")).singleElement().asString().contains("it is a link");
        assertThat(seen.problems("special51")).singleElement().asString().contains("a device or a pipe");
        assertThat(seen.measurements()).hasSize(2 * Reading.ofFile(LOG).measurements().size());
    }

    @Test
    void namesAreHarmlessToShow() throws Exception {
        var seen = read(zip("a\n\u202Egnp.\u0007<b>\"it's\".log", log(), "C:\\x.log", log(), "x".repeat(5000), log()),
                "x.zip");
        assertThat(seen.sources().getFirst()).isEqualTo("a\uFFFD\uFFFDgnp.\uFFFD<b>\"it's\".log");
        assertThat(seen.problems("C:/x.log")).singleElement().asString().contains("absolute");
        assertThat(seen.sources().getLast()).hasSizeLessThan(400).startsWith("…xxx");
    }

    @Test
    void whatUnpacksToMuchMoreThanItsSizeIsRefused() throws Exception {
        var limits = new Limits(100, 1L << 40, 250, 1 << 20, 6);
        var spaces = new byte[30 << 20];
        Arrays.fill(spaces, (byte) ' ');
        var seen = readAll(zip("ok.log", log(), "bomb.log", spaces, "never.log", log()), "x.zip", limits);
        assertThat(seen.problems("bomb.log")).singleElement().asString()
                .isEqualTo("it unpacks to more than 250 times its size, as no logs do; nothing more was read");
        assertThat(seen.sources()).containsExactly("ok.log", "bomb.log");
        assertThat(seen.measurements()).isNotEmpty();
    }

    @Test
    void moreEntriesOrBytesOrLayersThanAllowedEndTheReading() throws Exception {
        var entries = readAll(manyEntries(20_000), "x.tar", Limits.DEFAULT);
        assertThat(entries.problems("x.tar"))
                .containsExactly("it has more than 10000 entries; what follows was not read");
        var bytes = readAll(zip("a.log", log()), "x.zip", new Limits(10, 1000, 250, 1000, 6));
        assertThat(bytes.entries()).last().isInstanceOf(Entry.Problem.class);
        byte[] nested = log();
        for (int i = 0; i < 7; i++) {
            nested = zip("inner", nested);
        }
        var layers = readAll(nested, "x.zip", Limits.DEFAULT);
        assertThat(layers.entries()).singleElement().isInstanceOfSatisfying(Entry.Problem.class,
                problem -> assertThat(problem.reason()).contains("packed more than 6 times over"));
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
    void aTarWhoseHeaderIsHugeIsRefusedWithoutReadingItIntoMemory() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            var entry = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
            var name = new byte[3 << 20];
            Arrays.fill(name, (byte) 'n');
            entry.setSize(name.length);
            tar.putArchiveEntry(entry);
            tar.write(name);
            tar.closeArchiveEntry();
        }
        assertThat(read(bytes.toByteArray(), "x.tar").problems("x.tar")).singleElement().asString()
                .contains("an entry's header is longer than 1 MiB");
    }

    @Test
    void aLineOfAGigabyteIsAProblemAndMemoryStaysSmall() throws Exception {
        var whole = new InputStream() {
            private long left = 1L << 30;

            @Override
            public int read() {
                return left-- > 0 ? 'x' : -1;
            }

            @Override
            public int read(byte[] to, int from, int length) {
                if (left <= 0) {
                    return -1;
                }
                int n = (int) Math.min(length, left);
                Arrays.fill(to, from, from + n, (byte) 'x');
                left -= n;
                return n;
            }
        };
        try (var reader = LogReader.open(whole, "x.log")) {
            assertThat(reader.next()).isInstanceOf(Entry.Problem.class);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void theUploadsOwnFailureIsNoDamageOfItsContent() {
        var failing = new InputStream() {
            private final InputStream begin = new ByteArrayInputStream(Arrays.copyOf(logUnchecked(), 70));

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

    private record Seen(LogReader reader, List<String> sourceOfEach, List<Entry> entries) {

        List<String> sources() {
            return sourceOfEach.stream().distinct().toList();
        }

        List<Long> lineNumbers(String source) {
            return of(source).stream().map(Entry::line).toList();
        }

        List<String> problems(String source) {
            return of(source).stream().filter(Entry.Problem.class::isInstance)
                    .map(entry -> ((Entry.Problem) entry).reason()).toList();
        }

        List<Measurement> measurements() {
            return entries.stream().filter(Entry.Row.class::isInstance)
                    .flatMap(entry -> ((Entry.Row) entry).measurements().stream()).toList();
        }

        private List<Entry> of(String source) {
            var entriesOfSource = new ArrayList<Entry>();
            for (int i = 0; i < entries.size(); i++) {
                if (sourceOfEach.get(i).equals(source)) {
                    entriesOfSource.add(entries.get(i));
                }
            }
            return entriesOfSource;
        }
    }

    private static Seen read(byte[] bytes, String name) throws IOException, UnreadableFile {
        return readAll(bytes, name, Limits.DEFAULT);
    }

    private static Seen readAll(byte[] bytes, String name, Limits limits) throws IOException, UnreadableFile {
        try (var reader = LogReader.open(new ByteArrayInputStream(bytes), name, limits)) {
            var sources = new ArrayList<String>();
            var entries = new ArrayList<Entry>();
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
                sources.add(reader.source());
            }
            return new Seen(reader, sources, entries);
        }
    }

    private static byte[] log() throws IOException {
        return Files.readAllBytes(LOG);
    }

    private static byte[] logUnchecked() {
        try {
            return log();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] zip(Object... namesAndBytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(packed)) {
            for (int i = 0; i < namesAndBytes.length; i += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndBytes[i]));
                zip.write((byte[]) namesAndBytes[i + 1]);
            }
        }
        return packed.toByteArray();
    }

    private static byte[] tar(Object... namesAndBytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(packed)) {
            for (int i = 0; i < namesAndBytes.length; i += 2) {
                add(tar, (String) namesAndBytes[i], (byte[]) namesAndBytes[i + 1]);
            }
        }
        return packed.toByteArray();
    }

    private static byte[] manyEntries(int count) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(packed)) {
            for (int i = 0; i < count; i++) {
                add(tar, "folder" + i + "/", new byte[0]);
            }
        }
        return packed.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static byte[] join(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
