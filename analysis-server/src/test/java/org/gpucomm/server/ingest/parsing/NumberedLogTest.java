package org.gpucomm.server.ingest.parsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.gpucomm.results.format.customtable.CustomTable;
import org.junit.jupiter.api.Test;

class NumberedLogTest {

    private static final String HEAD = """
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
            """;
    private static final String ROW = "     1048576        262144     float     sum      -1    60.00   17.48   32.77      0"
            + "    60.00   17.48   32.77      0\n";

    @Test
    void aFileOfAsManyLinesAsAreReadIsReadAndOneMoreIsRefused() throws Exception {
        assertThat(lines(text(100), "all_reduce.log", 100)).isEqualTo(100);
        assertThatThrownBy(() -> lines(text(101), "all_reduce.log", 100)).isInstanceOf(RefusedFile.class)
                .hasMessage("the file has more than 100 lines: split it");
    }

    @Test
    void ofAnArchiveEachMemberMayHaveThem() throws Exception {
        assertThat(lines(zip(text(100), text(100)), "logs.zip", 100)).isEqualTo(200);
        assertThatThrownBy(() -> lines(zip(text(100), text(101)), "logs.zip", 100)).isInstanceOf(RefusedFile.class)
                .hasMessage("1.log has more than 100 lines: split it");
    }

    /** Lines that say nothing count like any other: there were 262 million line breaks in half a megabyte. */
    @Test
    void emptyLinesCountToo() {
        assertThatThrownBy(() -> lines((HEAD + "\n".repeat(100)).getBytes(StandardCharsets.UTF_8), "a.log", 100))
                .isInstanceOf(RefusedFile.class);
    }

    private static int lines(byte[] bytes, String name, long most) throws Exception {
        int entries = 0;
        try (var log = new NumberedLog(new ByteArrayInputStream(bytes), name, CustomTable.Answers.NONE, most)) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                // What is said of the whole file has no place in it.
                entries += entry.position() > 0 ? 1 : 0;
            }
        }
        return entries;
    }

    private static byte[] text(int lines) {
        return (HEAD + ROW.repeat(lines - 3)).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(byte[]... members) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            int number = 0;
            for (var member : List.of(members)) {
                zip.putNextEntry(new ZipEntry(number++ + ".log"));
                zip.write(member);
            }
        }
        return bytes.toByteArray();
    }
}
