package org.gpucomm.results.format.perturbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** What people, terminals and programs do to a table: columns, line breaks, blanks, other lines among its own. */
final class Hands {

    private static final List<String> NAMES = List.of("note", "x1", "Remark", "rack", "delta", "q", "run-id");
    private static final List<String> CELLS = List.of("0", "1", "17", "3.5", "abc", "node-7", "1e3", "-1", "N/A");
    private static final List<String> FOREIGN = List.of("a word from somebody", "",
            "node-0:4000:4123 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM", "2026-07-01 10:11:12",
            "WARNING: 3 of 4 links are up", "### Results on the new cluster", "| a | b |", "}", "step 3/7 done");

    private final List<String> lines;
    private final Set<Integer> rows;
    private final List<Table> tables;

    /** @param rows indices of lines that are read as rows */
    Hands(List<String> lines, Set<Integer> rows) {
        this.lines = lines;
        this.rows = rows;
        this.tables = Table.in(lines, rows);
    }

    List<Table> tables() {
        return tables;
    }

    /** A line of the sample as it is. */
    String line(int index) {
        return lines.get(index);
    }

    Perturbed any(Random random) {
        int way = random.nextInt(tables.isEmpty() ? 5 : 8);
        if (way < 5) {
            return switch (way) {
                case 0 -> wrapped(40 + random.nextInt(100));
                case 1 -> glued(random);
                case 2 -> interleaved(random);
                case 3 -> elided(random);
                default -> joined(random);
            };
        }
        var table = tables.get(random.nextInt(tables.size()));
        int column = random.nextInt(table.names().size());
        return switch (way) {
            case 5 -> added(table, random.nextInt(table.names().size() + 1), NAMES.get(random.nextInt(NAMES.size())),
                    CELLS.get(random.nextInt(CELLS.size())));
            case 6 -> table.names().size() > 2 ? dropped(table, column) : joined(random);
            default -> renamed(table, column, NAMES.get(random.nextInt(NAMES.size())));
        };
    }

    Perturbed added(Table table, int column, String name, String cell) {
        var changed = new ArrayList<>(lines);
        var names = new ArrayList<>(table.names());
        names.add(column, name);
        changed.set(table.header(), table.header(names, lines.get(table.header())));
        for (int row : table.rows()) {
            var cells = new ArrayList<>(Table.cells(lines.get(row), table.comma()));
            cells.add(column, cell);
            changed.set(row, table.line(cells));
        }
        return new Perturbed("column " + name + " of " + cell + " added before " + column, changed,
                IntStream.range(0, lines.size()).boxed().toList(), table.header(), List.of(), "", name);
    }

    Perturbed dropped(Table table, int column) {
        var changed = new ArrayList<>(lines);
        var names = new ArrayList<>(table.names());
        var name = names.remove(column);
        changed.set(table.header(), table.header(names, lines.get(table.header())));
        var lost = new ArrayList<String>();
        for (int row : table.rows()) {
            var cells = new ArrayList<>(Table.cells(lines.get(row), table.comma()));
            lost.add(cells.remove(column));
            changed.set(row, table.line(cells));
        }
        return of("column " + name + " (" + column + ") dropped", changed, table.header(), lost);
    }

    Perturbed renamed(Table table, int column, String name) {
        var changed = new ArrayList<>(lines);
        var names = new ArrayList<>(table.names());
        var before = names.set(column, name);
        changed.set(table.header(), table.header(names, lines.get(table.header())));
        return new Perturbed("column " + before + " (" + column + ") renamed to " + name, changed,
                IntStream.range(0, lines.size()).boxed().toList(), table.header(), List.of(), name, "");
    }

    /** As a terminal or a mail program breaks lines that are too long for it. */
    Perturbed wrapped(int width) {
        var broken = new ArrayList<String>();
        var origins = new ArrayList<Integer>();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            do {
                int to = Math.min(width, line.length());
                broken.add(line.substring(0, to));
                origins.add(i);
                line = line.substring(to);
            } while (!line.isEmpty());
        }
        return new Perturbed("wrapped at " + width, broken, origins, -1, List.of());
    }

    /** A blank between two cells of a row is gone. */
    private Perturbed glued(Random random) {
        var changed = new ArrayList<>(lines);
        int row = anyRow(random);
        var line = lines.get(row);
        var gaps = IntStream.range(1, line.length() - 1)
                .filter(i -> Character.isWhitespace(line.charAt(i)) && !line.substring(0, i).isBlank()).boxed()
                .toList();
        if (!gaps.isEmpty()) {
            int gap = gaps.get(random.nextInt(gaps.size()));
            changed.set(row, line.substring(0, gap).stripTrailing() + line.substring(gap).stripLeading());
        }
        return of("cells glued in line " + (row + 1), changed, -1, List.of());
    }

    /** Lines of others stand between its own. */
    private Perturbed interleaved(Random random) {
        var mixed = new ArrayList<String>();
        var origins = new ArrayList<Integer>();
        for (int i = 0; i < lines.size(); i++) {
            if (random.nextInt(4) == 0) {
                mixed.add(FOREIGN.get(random.nextInt(FOREIGN.size())));
                origins.add(-1);
            }
            mixed.add(lines.get(i));
            origins.add(i);
        }
        return new Perturbed("lines of others between", mixed, origins, -1, List.of());
    }

    /** Rows are left out, with dots in their place or nothing. */
    private Perturbed elided(Random random) {
        var left = new ArrayList<String>();
        var origins = new ArrayList<Integer>();
        var sign = List.of("...", "[...]", "…", "<snip>", "").get(random.nextInt(5));
        for (int i = 0; i < lines.size(); i++) {
            if (!rows.contains(i) || random.nextInt(3) > 0) {
                left.add(lines.get(i));
                origins.add(i);
            } else if (random.nextBoolean()) {
                left.add(sign);
                origins.add(-1);
            }
        }
        return new Perturbed("rows elided", left, origins, -1, List.of());
    }

    /** The end of a line is lost, so that the next goes on in it. */
    private Perturbed joined(Random random) {
        var joined = new ArrayList<>(lines);
        int row = anyRow(random);
        var origins = new ArrayList<>(IntStream.range(0, lines.size()).boxed().toList());
        if (row + 1 < lines.size()) {
            joined.set(row, lines.get(row) + lines.get(row + 1));
            joined.remove(row + 1);
            origins.remove(row + 1);
        }
        return new Perturbed("lines " + (row + 1) + " and next joined", joined, origins, -1, List.of());
    }

    private int anyRow(Random random) {
        var all = List.copyOf(rows);
        return all.get(random.nextInt(all.size()));
    }

    private Perturbed of(String what, List<String> changed, int header, List<String> lost) {
        return new Perturbed(what, changed, IntStream.range(0, lines.size()).boxed().toList(), header, lost);
    }
}
