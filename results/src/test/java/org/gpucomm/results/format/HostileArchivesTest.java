package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.Packed.gzip;
import static org.gpucomm.results.format.Packed.join;
import static org.gpucomm.results.format.Packed.log;
import static org.gpucomm.results.format.Packed.read;
import static org.gpucomm.results.format.Packed.tar;
import static org.gpucomm.results.format.Packed.zip;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.unpack.UnpackLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an upload must not be able to do. */
class HostileArchivesTest {

    @Test
    void pathsThatLeadOutAndLinksAndDevicesAreRefusedOneByOne() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            Packed.add(tar, "ok.log", log());
            Packed.add(tar, "../../etc/cron.d/x", log());
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
            Packed.add(tar, "also-ok.log", log());
        }
        var seen = read(bytes.toByteArray(), "x.tar");
        assertThat(seen.problems("../../etc/cron.d/x")).singleElement().asString().contains("leads out of the archive");
        assertThat(seen.problems("/etc/passwd")).singleElement().asString().contains("its path is absolute");
        assertThat(seen.problems("special50")).singleElement().asString().contains("it is a link");
        assertThat(seen.problems("special49")).singleElement().asString().contains("it is a link");
        assertThat(seen.problems("special51")).singleElement().asString().contains("a device or a pipe");
        assertThat(seen.measurements()).hasSize(2 * Reading.ofFile(Packed.LOG).measurements().size());
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
        var limits = new UnpackLimits(100, 1L << 40, 250, 1 << 20, 6);
        var spaces = new byte[30 << 20];
        Arrays.fill(spaces, (byte) ' ');
        var seen = Packed.readAll(zip("ok.log", log(), "bomb.log", spaces, "never.log", log()), "x.zip", limits);
        assertThat(seen.problems("bomb.log")).singleElement().asString()
                .isEqualTo("it unpacks to more than 250 times its size, as no logs do; nothing more was read");
        assertThat(seen.sources()).containsExactly("ok.log", "bomb.log");
        assertThat(seen.measurements()).isNotEmpty();
    }

    @Test
    void moreBytesOrLayersThanAllowedEndTheReading() throws Exception {
        var bytes = Packed.readAll(zip("a.log", log()), "x.zip", new UnpackLimits(10, 1000, 250, 1000, 6));
        assertThat(bytes.entries()).last().isInstanceOf(Entry.Problem.class);
        byte[] nested = log();
        for (int i = 0; i < 7; i++) {
            nested = zip("inner", nested);
        }
        var layers = Packed.readAll(nested, "x.zip", UnpackLimits.DEFAULT);
        assertThat(layers.entries()).singleElement().isInstanceOfSatisfying(Entry.Problem.class,
                problem -> assertThat(problem.reason()).contains("packed more than 6 times over"));
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
        var xs = new byte[1 << 16];
        Arrays.fill(xs, (byte) 'x');
        try (var reader = LogReader.open(new Repeated(xs, 1 << 14), "x.log")) {
            assertThat(reader.next()).isInstanceOf(Entry.Problem.class);
            assertThat(reader.next()).isNull();
        }
    }

    /** Each would be 100 MB and more; what is read of it is no more than the entries that are allowed. */
    @ParameterizedTest
    @ValueSource(strings = {"tar", "zip", "tar of empty folders", "zip of empty folders"})
    void ofAMillionEntriesNoMoreThanAreAllowedAreLookedAt(String kind) throws Exception {
        var name = kind.contains("folders") ? "a/" : "a.log";
        var entry = kind.startsWith("tar") ? oneTarEntry(name) : oneZipEntry(name);
        var million = new Repeated(entry, 1_000_000);
        var seen = Packed.readAll(million, "x", UnpackLimits.DEFAULT);
        assertThat(seen.problems("x")).containsExactly("it has more than 10000 entries; what follows was not read");
        assertThat(seen.entries()).hasSizeLessThanOrEqualTo(10_001);
        assertThat(million.given()).isLessThan(10_100L * entry.length + (1 << 20));
        assertThat(seen.measurements()).isEmpty();
    }

    @Test
    void aMillionEntriesInAFewKilobytesAreNoneTheMore() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            new Repeated(oneTarEntry("a/"), 50_000).transferTo(gzip);
        }
        assertThat(packed.size()).isLessThan(200_000);
        assertThat(read(packed.toByteArray(), "x.tgz").problems("x.tgz")).singleElement().asString()
                .contains("more than 10000 entries");
    }

    /** Names are text to anyone who shows them: shown whole, with nothing in them that turns a line or its direction. */
    @ParameterizedTest
    @ValueSource(strings = {"\"quoted\".log", "it's.log", "<script>alert(1)</script>.log", "a\nb.log", "a\r\nb.log",
            "gpj.\u202Egol.log", "\u2066x\u2069.log", "\u200Fx.log", "a\u0000b.log", "\u001B[31mred.log",
            "=cmd|'/c calc'!A1.log", "a&b;c.log", "\u2028.log", "..\u202E.log"})
    void namesOfEveryKindOfArchiveAreHarmlessToShow(String name) throws Exception {
        var archives = name.indexOf('\0') >= 0
                ? List.of(zip(name, log())) // tar ends a name there
                : List.of(zip(name, log()), longNamedTar(name), gzip(longNamedTar(name)),
                        zip("in.tar", longNamedTar(name)));
        for (var archive : archives) {
            var seen = read(archive, "x");
            assertThat(seen.sources()).singleElement().asString()
                    .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]")
                    .endsWith(name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "\uFFFD"));
            assertThat(seen.measurements()).isNotEmpty()
                    .allMatch(m -> m.source().equals(seen.sources().getFirst()));
        }
    }

    /** A link first, and then an entry through it: a program that unpacks to disk would write to /etc. */
    @Test
    void anEntryBehindALinkIsALogOfThatNameAndNoMore() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            var link = new TarArchiveEntry("logs", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
            Packed.add(tar, "logs/passwd.log", log());
            var far = new TarArchiveEntry("far", TarConstants.LF_LINK);
            far.setLinkName("../".repeat(100) + "etc/shadow");
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            tar.putArchiveEntry(far);
            tar.closeArchiveEntry();
        }
        var seen = read(bytes.toByteArray(), "x.tar");
        assertThat(seen.problems("logs")).singleElement().asString()
                .contains("it is a link to another file, which is never");
        assertThat(seen.problems("far")).singleElement().asString().contains("it is a link to another file");
        assertThat(seen.measurements()).extracting(Measurement::source).containsOnly("logs/passwd.log");
    }

    /** Eight gigabytes of nothing, in a header of half a kilobyte. */
    @Test
    void aSparseFileCountsAsLongAsItSaysItIs() throws Exception {
        var header = oneTarEntry("sparse.log");
        header[156] = 'S';
        put(header, 257, "ustar  \0");
        put(header, 386, "77777777777\0" + "00000000000\0"); // its one piece: at the end, of no bytes
        put(header, 483, "77777777777\0");
        put(header, 148, "        ");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        var limits = new UnpackLimits(100, 1L << 40, 250, 1 << 20, 6);
        var seen = Packed.readAll(new ByteArrayInputStream(join(header, tar("after.log", log()))), "x.tar", limits);
        assertThat(seen.problems("sparse.log")).singleElement().asString().contains("binary");
        assertThat(seen.problems("x.tar")).singleElement().asString()
                .contains("unpacks to more than 250 times its size");
        assertThat(seen.measurements()).isEmpty();
    }

    private static void put(byte[] header, int at, String text) {
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, header, at, text.length());
    }

    private static byte[] oneTarEntry(String name) throws IOException {
        return Arrays.copyOf(tar(name, new byte[0]), 512);
    }

    /** A local header with nothing behind it, as of an empty entry that is stored. */
    private static byte[] oneZipEntry(String name) {
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(30 + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(0x04034b50)
                .putShort((short) 20).putInt(0).putInt(0).putInt(0).putInt(0).putInt(0)
                .putShort((short) bytes.length).putShort((short) 0).put(bytes).array();
    }

    private static byte[] longNamedTar(String name) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(packed, "UTF-8")) {
            tar.setAddPaxHeadersForNonAsciiNames(true);
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            Packed.add(tar, name, log());
        }
        return packed.toByteArray();
    }

    /** The same bytes again and again, made as they are read. */
    private static final class Repeated extends InputStream {

        private final byte[] bytes;
        private final long length;
        private long at;

        Repeated(byte[] bytes, int times) {
            this.bytes = bytes;
            this.length = (long) bytes.length * times;
        }

        /** How many bytes somebody has read. */
        long given() {
            return at;
        }

        @Override
        public int read() {
            return at == length ? -1 : bytes[(int) (at++ % bytes.length)] & 0xFF;
        }

        @Override
        public int read(byte[] to, int from, int count) {
            if (at == length) {
                return -1;
            }
            int begin = (int) (at % bytes.length);
            int n = (int) Math.min(Math.min(count, length - at), bytes.length - begin);
            System.arraycopy(bytes, begin, to, from, n);
            at += n;
            return n;
        }
    }
}
