package org.gpucomm.server.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** A file of H2 that has a copy of what a power cut would leave of it at least: all that the disk was made to write. */
public final class ForcedFile extends FilePathWrapper {

    /** Stands for {@code jdbc:h2:file:}. */
    public static final String URL;

    private static final String SCHEME = "forced";
    private static final String ENDING = ".forced";

    static {
        FilePath.register(new ForcedFile());
        URL = "jdbc:h2:" + SCHEME + ":";
    }

    /** Puts the copy in the place of a file that nobody has open. */
    static void cutPower(Path file) throws IOException {
        Files.move(copy(file), file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path copy(Path file) {
        return file.resolveSibling(file.getFileName() + ENDING);
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new Channel(super.open(mode), Path.of(unwrap().toString()));
    }

    private static final class Channel extends FileBaseDefault {

        private final FileChannel all;
        private final Path file;

        private Channel(FileChannel all, Path file) {
            this.all = all;
            this.file = file;
        }

        @Override
        public synchronized int read(ByteBuffer bytes, long position) throws IOException {
            return all.read(bytes, position);
        }

        @Override
        public synchronized int write(ByteBuffer bytes, long position) throws IOException {
            return all.write(bytes, position);
        }

        @Override
        public synchronized void force(boolean metadata) throws IOException {
            var part = file.resolveSibling(file.getFileName() + ".part");
            Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, copy(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }

        @Override
        public synchronized long size() throws IOException {
            return all.size();
        }

        @Override
        protected synchronized void implTruncate(long size) throws IOException {
            all.truncate(size);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return all.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            all.close();
        }
    }
}
