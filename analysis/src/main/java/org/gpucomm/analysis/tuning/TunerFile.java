package org.gpucomm.analysis.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.results.Operation;

/**
 * Lines for NCCL's example tuner plugin ({@code plugins/tuner/example} of NCCL), which uses the first that fits. The plugin sets one
 * channel before it looks for a line, so that each line names its channels. There are no lines for communicators that were not measured,
 * nor for messages below the smallest measured one.
 */
public record TunerFile(List<TunedRange> lines) {

    /** Any number of nodes or ranks. */
    static final int ANY = -1;
    /** Largest size that both {@code size_t} and signed readers can represent. */
    private static final long LARGEST = Long.MAX_VALUE;

    public TunerFile {
        lines = List.copyOf(lines);
    }

    /** Shape of a communicator. */
    record Layout(int nodes, int ranks) implements Comparable<Layout> {

        @Override
        public int compareTo(Layout other) {
            return Comparator.comparingInt(Layout::ranks).thenComparingInt(Layout::nodes).compare(this, other);
        }
    }

    /** @param from smallest size in bytes @param to largest size in bytes */
    record TunedRange(Operation operation, long from, long to, Choice choice, Layout layout) {

        String text() {
            return String.join(",", Trials.COLLECTIVES.get(operation), "" + from, "" + to, choice.algorithm(),
                    choice.protocol(), "" + choice.channels(), "" + layout.nodes(), "" + layout.ranks());
        }
    }

    /** @param decisions decisions by collective and layout, each with a choice, in order of size */
    static TunerFile of(Map<Operation, Map<Layout, List<Decision>>> decisions, Set<Operation> unused) {
        var lines = new ArrayList<TunedRange>();
        decisions.forEach((operation, layouts) -> layouts
                .forEach((layout, sizes) -> lines.addAll(lines(operation, layout, sizes))));
        int channels = lines.stream().mapToInt(line -> line.choice().channels()).max().orElseThrow();
        for (var operation : Trials.COLLECTIVES.keySet()) {
            if (unused.contains(operation) && !decisions.containsKey(operation)) {
                lines.add(new TunedRange(operation, 0, LARGEST, new Choice("ring", "simple", channels),
                        new Layout(ANY, ANY)));
            }
        }
        return new TunerFile(lines);
    }

    /**
     * Returns the lines of a layout. Sizes between two measured ones use the nearer one on a logarithmic axis, sizes above all the
     * largest.
     */
    private static List<TunedRange> lines(Operation operation, Layout layout, List<Decision> sizes) {
        var lines = new ArrayList<TunedRange>();
        long from = sizes.getFirst().place().bytes();
        for (int i = 0; i < sizes.size(); i++) {
            var choice = sizes.get(i).choice().orElseThrow();
            boolean last = i + 1 == sizes.size();
            if (last || !choice.equals(sizes.get(i + 1).choice().orElseThrow())) {
                long to = last
                        ? LARGEST
                        : (long) Math.sqrt((double) sizes.get(i).place().bytes() * sizes.get(i + 1).place().bytes());
                lines.add(new TunedRange(operation, from, to, choice, layout));
                from = to + 1;
            }
        }
        return lines;
    }

    /** @param wins wins to list in the comments */
    public String text(List<Decision> wins, Set<Operation> unused) {
        var text = new StringBuilder("""
                # Tuner file for NCCL's example plugin, written by gpucomm tune. Each line names its channels. Only what was measured has
                # lines. The plugin runs everything else on ONE channel: smaller messages, and communicators of other shapes.
                # Hold it against NO plugin before you use it: the plan beside this file does.
                """);
        for (var win : wins) {
            text.append(String.format(java.util.Locale.ROOT, "# %s: %.1f %% shorter with %s%n",
                    TuningResult.words(win.place()), 100 * win.gain(), win.choice().orElseThrow().words()));
        }
        for (var operation : unused) {
            text.append("# ").append(operation.id()).append(": not measured, said to be never called\n");
        }
        text.append("# collective,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks; -1 = any\n");
        lines.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }

}
