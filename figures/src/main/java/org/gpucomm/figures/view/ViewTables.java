package org.gpucomm.figures.view;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.gpucomm.results.format.canonical.ColumnKind;
import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.view.View.Curve;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Point;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetWriter;
import org.jspecify.annotations.Nullable;

import tools.jackson.databind.json.JsonMapper;

/** Writer of a view's numbers as CSV and Parquet, with one row per point, and as JSON. */
public final class ViewTables {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator("\r\n").get();

    private static final Set<String> COUNTS = Set.of("n", "right", "unchecked", "wrong");
    private static final Set<String> NUMBERS = Set.of("min", "max", "interval_low", "interval_high");

    private ViewTables() {}

    public static String csv(View view) {
        var keys = keys(view);
        var out = new StringBuilder();
        try {
            FORMAT.printRecord(out, head(view, keys).toArray());
            for (var curve : view.curves()) {
                for (var point : curve.points()) {
                    FORMAT.printRecord(out, row(curve, point, keys, SpreadsheetCell::write).toArray());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    public static byte[] parquet(View view) {
        var keys = keys(view);
        var out = new ByteArrayOutputStream();
        try (var table = new ParquetWriter(out, head(view, keys).stream().map(ViewTables::column).toList())) {
            for (var curve : view.curves()) {
                for (var point : curve.points()) {
                    table.row(row(curve, point, keys, UnaryOperator.identity()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static ParquetColumn column(String name) {
        boolean number = name.startsWith("x_") || name.startsWith("y_") || NUMBERS.contains(name);
        return new ParquetColumn(name,
                COUNTS.contains(name) ? ColumnKind.WHOLE : number ? ColumnKind.NUMBER : ColumnKind.TEXT);
    }

    private static LinkedHashSet<String> keys(View view) {
        var keys = new LinkedHashSet<String>();
        view.curves().forEach(curve -> keys.addAll(curve.key().keySet()));
        return keys;
    }

    private static List<String> head(View view, LinkedHashSet<String> keys) {
        var head = new ArrayList<String>(List.of("series"));
        head.addAll(keys);
        head.addAll(List.of("x_" + view.x().column(), "y_" + view.y().column(), "n", "min", "max", "interval_low",
                "interval_high", "data", "right", "unchecked", "wrong", "runs", "flags"));
        return head;
    }

    private static List<String> row(Curve curve, Point point, LinkedHashSet<String> keys,
            UnaryOperator<String> cell) {
        var row = new ArrayList<String>(List.of(cell.apply(curve.label())));
        keys.forEach(key -> row.add(cell.apply(curve.key().getOrDefault(key, ""))));
        boolean measured = curve.kind() == CurveKind.MEASURED;
        var data = point.data();
        row.addAll(List.of(Numbers.plain(point.x()), Numbers.plain(point.y()), String.valueOf(point.n()),
                number(point.min(), measured), number(point.max(), measured), number(point.min(), !measured),
                number(point.max(), !measured), data(curve, point), String.valueOf(data.right()),
                String.valueOf(data.unchecked()), String.valueOf(data.wrong()), String.join(" ", curve.runs()),
                cell.apply(String.join("; ", curve.flags()))));
        return row;
    }

    private static String number(double value, boolean isMeant) {
        return isMeant && !Double.isNaN(value) ? Numbers.plain(value) : "";
    }

    /** Returns the state of the data check of a point. */
    private static String data(Curve curve, Point point) {
        return curve.isMeasured() ? point.check().name().toLowerCase(Locale.ROOT) : "forecast";
    }

    public static String json(View view) {
        var json = new LinkedHashMap<String, Object>();
        json.put("title", view.title());
        json.put("basis", view.basis());
        json.put("address", view.address());
        json.put("notes", view.notes());
        json.put("x", axis(view.x()));
        json.put("y", axis(view.y()));
        json.put("series", view.curves().stream().map(ViewTables::series).toList());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static Map<String, Object> axis(View.Axis axis) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", axis.column());
        json.put("label", axis.label());
        json.put("unit", axis.unit().symbol());
        return json;
    }

    private static Map<String, Object> series(Curve curve) {
        var json = new LinkedHashMap<String, Object>();
        json.put("label", curve.label());
        json.put("key", curve.key());
        json.put("runs", curve.runs());
        json.put("flags", curve.flags());
        json.put("points", curve.points().stream().map(point -> point(curve, point)).toList());
        return json;
    }

    private static @Nullable Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static Map<String, Object> point(Curve curve, Point point) {
        var json = new LinkedHashMap<String, Object>();
        json.put("x", point.x());
        json.put("y", point.y());
        json.put("n", point.n());
        boolean measured = curve.kind() == CurveKind.MEASURED;
        json.put(measured ? "min" : "interval_low", orNull(point.min()));
        json.put(measured ? "max" : "interval_high", orNull(point.max()));
        json.put("data", data(curve, point));
        json.put("right", point.data().right());
        json.put("unchecked", point.data().unchecked());
        json.put("wrong", point.data().wrong());
        return json;
    }
}
