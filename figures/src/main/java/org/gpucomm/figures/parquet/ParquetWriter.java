package org.gpucomm.figures.parquet;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import org.apache.commons.io.output.CountingOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a table of texts as Parquet, with one page per column and group of rows, plain encoding and gzip, which every reader
 * supports. An empty text is a missing value. Memory contains one group.
 */
public final class ParquetWriter implements Closeable {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int ROWS_OF_A_GROUP = 50_000;

    private final CountingOutputStream out;
    private final List<ParquetColumn> columns;
    private final List<RowGroup> groups = new ArrayList<>();
    private List<ColumnValues> values;
    private int rowsOfGroup;
    private long rows;
    /** Whether nothing more is written: the writer is closed, or a row failed and left columns of unequal length. */
    private boolean hasEnded;

    /** @param out remains open */
    public ParquetWriter(OutputStream out, List<ParquetColumn> columns) throws IOException {
        this.out = new CountingOutputStream(out);
        this.columns = List.copyOf(columns);
        this.values = fresh();
        this.out.write(MAGIC);
    }

    /** @param texts value for each column; null or empty if missing */
    public void row(List<? extends @Nullable String> texts) throws IOException {
        if (hasEnded) {
            throw new IOException("the table has ended");
        }
        hasEnded = true;
        for (int i = 0; i < columns.size(); i++) {
            var text = texts.get(i);
            if (text == null || text.isEmpty()) {
                values.get(i).missing();
            } else {
                columns.get(i).append(values.get(i), text);
            }
        }
        if (++rowsOfGroup == ROWS_OF_A_GROUP) {
            endGroup();
        }
        hasEnded = false;
    }

    /** Writes the remaining rows and the footer, once, unless a row failed. */
    @Override
    public void close() throws IOException {
        if (hasEnded) {
            return;
        }
        hasEnded = true;
        endGroup();
        long from = out.getByteCount();
        var schema = new ArrayList<SchemaElement>();
        schema.add(new SchemaElement("table").setNum_children(columns.size()));
        columns.forEach(column -> schema.add(column.element()));
        Util.writeFileMetaData(new FileMetaData(1, schema, rows, groups).setCreated_by("gpucomm"), out);
        int length = Math.toIntExact(out.getByteCount() - from);
        out.write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
        out.write(MAGIC);
        out.flush();
    }

    private void endGroup() throws IOException {
        if (rowsOfGroup == 0) {
            return;
        }
        var chunks = new ArrayList<ColumnChunk>();
        long from = out.getByteCount();
        for (int i = 0; i < columns.size(); i++) {
            chunks.add(chunk(columns.get(i), values.get(i)));
        }
        groups.add(new RowGroup(chunks, out.getByteCount() - from, rowsOfGroup));
        rows += rowsOfGroup;
        rowsOfGroup = 0;
        values = fresh();
    }

    private ColumnChunk chunk(ParquetColumn column, ColumnValues ofColumn) throws IOException {
        var page = ofColumn.page();
        var packed = packed(page);
        var header = new PageHeader(PageType.DATA_PAGE, page.length, packed.length)
                .setData_page_header(new DataPageHeader(rowsOfGroup, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        long offset = out.getByteCount();
        Util.writePageHeader(header, out);
        long headed = out.getByteCount() - offset;
        out.write(packed);
        return new ColumnChunk(offset).setMeta_data(new ColumnMetaData(column.type(),
                List.of(Encoding.PLAIN, Encoding.RLE), List.of(column.name()), CompressionCodec.GZIP, rowsOfGroup,
                headed + page.length, headed + packed.length, offset));
    }

    private static byte[] packed(byte[] page) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(page);
        }
        return packed.toByteArray();
    }

    private List<ColumnValues> fresh() {
        return columns.stream().map(column -> new ColumnValues()).toList();
    }
}
