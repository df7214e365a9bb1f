package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.unpack.UnpackLimits;

/** Archives that tests make, and what comes of reading them. */
final class Packed {

    static final Path LOG = Path.of("src/test/resources/samples/nccl-tests/two-sections-second-cut.log");

    private Packed() {}

    record Seen(LogReader reader, List<String> sourceOfEach, List<Entry> entries) {

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

    static Seen read(byte[] bytes, String name) throws IOException, UnreadableFile {
        return readAll(bytes, name, UnpackLimits.DEFAULT);
    }

    static Seen readAll(byte[] bytes, String name, UnpackLimits limits) throws IOException, UnreadableFile {
        return readAll(new ByteArrayInputStream(bytes), name, limits);
    }

    static Seen readAll(InputStream in, String name, UnpackLimits limits) throws IOException, UnreadableFile {
        try (var reader = LogReader.open(in, name, limits)) {
            var sources = new ArrayList<String>();
            var entries = new ArrayList<Entry>();
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
                sources.add(reader.source());
            }
            return new Seen(reader, sources, entries);
        }
    }

    static byte[] log() throws IOException {
        return Files.readAllBytes(LOG);
    }

    /** @param kind as Commons Compress has it, {@code bzip2} or {@code xz} */
    static byte[] compressed(String kind, byte[] bytes) throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var out = new CompressorStreamFactory().createCompressorOutputStream(kind, packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    static byte[] zip(Object... namesAndBytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(packed)) {
            for (int i = 0; i < namesAndBytes.length; i += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndBytes[i]));
                zip.write((byte[]) namesAndBytes[i + 1]);
            }
        }
        return packed.toByteArray();
    }

    static byte[] tar(Object... namesAndBytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(packed)) {
            for (int i = 0; i < namesAndBytes.length; i += 2) {
                add(tar, (String) namesAndBytes[i], (byte[]) namesAndBytes[i + 1]);
            }
        }
        return packed.toByteArray();
    }

    static void add(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    static byte[] join(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
