package org.gpucomm.results.format.unpack;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.io.input.ProxyInputStream;
import org.jspecify.annotations.Nullable;

/** The files of one upload: the upload itself, unpacked, or the members of its archive and of archives within, in their order. */
public final class Members implements Closeable {

    /** Memory for a decoder of xz: {@code xz -9} needs 65 MiB. */
    private static final int XZ_KIBIBYTES = 72 << 10;
    private static final int MAX_LENGTH = 300;

    private final UploadBytes source;
    private final String name;
    private final Budget budget;
    private final Deque<OpenArchive> levels = new ArrayDeque<>();
    private final Set<String> kinds = new LinkedHashSet<>();
    private boolean begun;
    private boolean archive;

    /**
     * @param in   bytes of the upload; closed with this object
     * @param name name of the upload
     */
    public Members(InputStream in, String name, UnpackLimits limits) {
        this.budget = new Budget(limits);
        this.source = new UploadBytes(in, budget);
        this.name = name;
    }

    /**
     * Returns the next file, which is refused with a reason if the file, or the rest of its archive, cannot be read.
     *
     * @return null after the last
     * @throws IOException if the bytes of the upload themselves cannot be read
     */
    public @Nullable UnpackedFile next() throws IOException {
        if (!begun) {
            begun = true;
            var whole = open(name, source, 0);
            if (whole != null) {
                return whole;
            }
        }
        while (!levels.isEmpty()) {
            var member = ofInnermost(levels.element());
            if (member != null) {
                return member;
            }
        }
        return null;
    }

    /** Ends the reading: {@link #next()} then returns null. */
    public void stop() {
        levels.clear();
    }

    /** Returns whether the part of the upload read so far is an archive. */
    public boolean isArchive() {
        return archive;
    }

    /** Returns the layers removed so far: {@code gzip}, {@code xz}, {@code zip}, {@code tar}. */
    public Set<String> kinds() {
        return kinds;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private @Nullable UnpackedFile ofInnermost(OpenArchive level) throws IOException {
        Archive.ArchiveEntry entry;
        try {
            level.finish();
            entry = Layer.guard(level.archive.kind(), level.archive::next);
            if (entry != null) {
                budget.entry();
            }
        } catch (LimitReached e) {
            stop();
            return UnpackedFile.refused(level.path, e.getMessage() + "; what follows was not read");
        } catch (DamagedData e) {
            levels.pop();
            return UnpackedFile.refused(level.path, e.getMessage() + "; what follows in this archive was not read");
        }
        if (entry == null) {
            levels.pop();
            return null;
        }
        return member(level, entry);
    }

    private @Nullable UnpackedFile member(OpenArchive level, Archive.ArchiveEntry entry) throws IOException {
        if (entry.folder() || isLitter(entry.name())) {
            return null;
        }
        var path = shown(level.prefix + entry.name());
        if (entry.refusal() != null) {
            return UnpackedFile.refused(path, entry.refusal());
        }
        var content = new Layer(entry.in(), level.archive.kind(), budget);
        level.current = content;
        var refusal = refusal(entry.name());
        return refusal.isPresent() ? UnpackedFile.refused(path, refusal.get()) : open(path, content, level.depth);
    }

    /** Removes layers until a file appears; null if an archive appears, which is then read. */
    private @Nullable UnpackedFile open(String path, InputStream packed, int depth) throws IOException {
        InputStream in = packed;
        for (int layers = depth;; layers++) {
            var peeked = new PushbackInputStream(in, FileType.LENGTH);
            byte[] head;
            try {
                head = peeked.readNBytes(FileType.LENGTH);
            } catch (LimitReached | DamagedData e) {
                return UnpackedFile.refused(path, "cannot be unpacked: " + e.getMessage());
            }
            peeked.unread(head);
            var magic = FileType.of(head);
            if (magic == FileType.OTHER) {
                return new UnpackedFile(path, peeked, FileType.refusal(head).orElse(null));
            }
            if (budget.tooDeep(layers + 1)) {
                return UnpackedFile.refused(path,
                        "is packed more than " + budget.depth() + " times over; it was not read");
            }
            kinds.add(magic.kind());
            switch (magic) {
                case GZIP -> in = Layer.decoded(() -> GzipCompressorInputStream.builder().setInputStream(peeked)
                        .setDecompressConcatenated(true).get(), magic.kind(), budget);
                case BZIP2 ->
                    in = Layer.decoded(() -> new BZip2CompressorInputStream(peeked, true), magic.kind(), budget);
                case XZ -> in = Layer.decoded(() -> XZCompressorInputStream.builder().setInputStream(peeked)
                        .setDecompressConcatenated(true).setMemoryLimitKiB(XZ_KIBIBYTES).get(), magic.kind(), budget);
                case ZIP -> {
                    enter(new Archive.Zip(peeked), path, layers + 1);
                    return null;
                }
                case TAR -> {
                    enter(new Archive.Tar(peeked), path, layers + 1);
                    return null;
                }
            }
        }
    }

    private void enter(Archive opened, String path, int depth) {
        levels.push(new OpenArchive(opened, path, levels.isEmpty() ? "" : path + "/", depth));
        archive = true;
    }

    /** An archive being read. */
    private static final class OpenArchive {

        private final Archive archive;
        private final String path;
        private final String prefix;
        private final int depth;
        private @Nullable InputStream current;

        OpenArchive(Archive archive, String path, String prefix, int depth) {
            this.archive = archive;
            this.path = path;
            this.prefix = prefix;
            this.depth = depth;
        }

        /** Reads the rest of the current entry, so that its bytes count. */
        void finish() throws IOException {
            if (current != null) {
                var rest = current;
                current = null;
                rest.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** The bytes of the upload, counted; failures to read them are distinguished from failures to unpack them. */
    private static final class UploadBytes extends ProxyInputStream {

        private final Budget budget;

        UploadBytes(InputStream in, Budget budget) {
            super(in);
            this.budget = budget;
        }

        @Override
        protected void afterRead(int count) {
            budget.read(Math.max(0, count));
        }

        @Override
        protected void handleIOException(IOException failure) throws IOException {
            throw new SourceFailed(failure);
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(count);
            budget.read(skipped);
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }

    /**
     * Returns a name of a member, which is untrusted text and never used as a path, safe to display: without control characters, line ends and marks that reverse the direction of writing. A
     * leading {@code ./} is removed, and a long name is cut at its front, because its end is more informative.
     */
    private static String shown(String name) {
        // Cc: control; Cf: invisible, including marks that reverse writing; Zl, Zp: line ends; Cs: surrogates
        var visible = name.replace('\\', '/').replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "\uFFFD").strip();
        while (visible.startsWith("./")) {
            visible = visible.substring(2);
        }
        if (visible.isEmpty()) {
            return "(no name)";
        }
        return visible.length() > MAX_LENGTH ? "…" + visible.substring(visible.length() - MAX_LENGTH) : visible;
    }

    /** Returns why a member with that name is not read; empty if it is. */
    private static Optional<String> refusal(String name) {
        var path = name.replace('\\', '/');
        if (path.startsWith("/") || path.matches("(?s)[A-Za-z]:.*")) {
            return Optional.of("its path is absolute, which no honest archive of logs has; it was not read");
        }
        for (var part : path.split("/")) {
            if (part.equals("..")) {
                return Optional.of("its path leads out of the archive (..); it was not read");
            }
        }
        return Optional.empty();
    }

    /** Returns whether macOS added the member to the archive. */
    private static boolean isLitter(String name) {
        return name.startsWith("__MACOSX/") || name.endsWith("/.DS_Store") || name.equals(".DS_Store")
                || name.startsWith("._") || name.contains("/._");
    }
}
