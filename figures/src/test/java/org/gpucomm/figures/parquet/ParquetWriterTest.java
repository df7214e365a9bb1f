package org.gpucomm.figures.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

import org.gpucomm.results.format.canonical.ColumnKind;
import org.junit.jupiter.api.Test;

class ParquetWriterTest {

    private static final List<ParquetColumn> COLUMNS = List.of(new ParquetColumn("name", ColumnKind.TEXT),
            new ParquetColumn("ranks", ColumnKind.WHOLE));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    @SuppressWarnings("try") // closes the writer twice
    void theFooterIsWrittenOnce() throws IOException {
        try (var writer = new ParquetWriter(out, COLUMNS)) {
            writer.row(List.of("a", "8"));
            writer.close();
            int size = out.size();
            writer.close();
            assertThat(out.size()).isEqualTo(size);
            assertThatThrownBy(() -> writer.row(List.of("b", "8"))).isInstanceOf(IOException.class);
        }
    }

    /** Without a footer no reader takes the file for a table. */
    @Test
    void aTableWithARowThatFailedHasNoFooter() {
        assertThatThrownBy(() -> {
            try (var writer = new ParquetWriter(out, COLUMNS)) {
                writer.row(List.of("a", "8"));
                writer.row(List.of("b", "eight"));
            }
        }).isInstanceOf(IllegalArgumentException.class).hasMessage("'eight' is no whole for the column ranks");
        assertThat(out.size()).isEqualTo("PAR1".length());
    }
}
