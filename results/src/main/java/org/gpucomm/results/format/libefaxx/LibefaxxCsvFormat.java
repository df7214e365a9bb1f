package org.gpucomm.results.format.libefaxx;

import java.util.List;

import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Tables with {@code Size} and, for each variant, {@code <Name> (Gbps)}, {@code <Name> BusBW(%)}, {@code <Name> Lat(us)}. */
public final class LibefaxxCsvFormat implements Format.OfFile {

    @Override
    public String id() {
        return "libefaxx-csv";
    }

    @Override
    public String description() {
        return "CSV tables of Libefaxx: Size, then <Name> (Gbps) and <Name> Lat(us) for each variant";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(cells -> cells.contains("Size") && !Group.in(cells).isEmpty()).isPresent();
    }

    @Override
    public Parser open(Log log) {
        return new LibefaxxCsvParser(log);
    }
}
