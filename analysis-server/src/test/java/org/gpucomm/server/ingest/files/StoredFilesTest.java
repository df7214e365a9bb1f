package org.gpucomm.server.ingest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.gpucomm.server.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.unit.DataSize;

class StoredFilesTest {

    @TempDir
    private Path dataDir;

    @Test
    void anUploadThatComesWhileTheStartSweepsIsStoredWhole() throws Exception {
        var files = files();
        assertThat(storedDuring(files, files::sweep)).isEqualTo("before after");
    }

    @Test
    void whatADeadServerLeftHalfWrittenIsSweptAndThatOfALivingOneIsNot() throws Exception {
        Files.createDirectories(dataDir.resolve("work/living"));
        var uploads = Files.createDirectories(dataDir.resolve("uploads"));
        var left = Files.writeString(uploads.resolve("incoming-dead.1.part"), "half");
        var written = Files.writeString(uploads.resolve("incoming-living.1.part"), "half");
        files().sweep();
        assertThat(left).doesNotExist();
        assertThat(written).exists();
    }

    @Test
    void anUploadThatBreaksOffLeavesNothing() throws Exception {
        var files = files();
        assertThatThrownBy(() -> storedDuring(files, () -> {
            throw new IOException("connection reset");
        })).isInstanceOf(IOException.class);
        try (var left = Files.list(dataDir.resolve("uploads"))) {
            assertThat(left.toList()).isEqualTo(List.of());
        }
    }

    private StoredFiles files() throws IOException {
        var work = Files.createDirectories(dataDir.resolve("work/own"));
        var properties = new IngestProperties(dataDir, work, DataSize.ofMegabytes(1), false, DataSize.ofMegabytes(1),
                DataSize.ofBytes(0), Duration.ofDays(1), Duration.ZERO);
        var store = Store.at(null, dataDir);
        var jdbc = new StaticListableBeanFactory().getBeanProvider(JdbcTemplate.class);
        return new StoredFiles(properties, new DiskSpace(properties, store, jdbc), store);
    }

    private interface Happening {

        void happen() throws Exception;
    }

    /** What is stored of {@code before after} when that happens after its first word has come. */
    private static String storedDuring(StoredFiles files, Happening happening) throws Exception {
        var body = new SequenceInputStream(bytes("before "), new SequenceInputStream(new InputStream() {

            @Override
            public int read() throws IOException {
                try {
                    happening.happen();
                } catch (Exception e) {
                    throw new IOException(e);
                }
                return -1;
            }
        }, bytes("after")));
        try (var stored = files.open(files.store(body).sha256())) {
            return new String(stored.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
