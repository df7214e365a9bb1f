package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** The line {@code # nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20 …}. */
final class Parameters {

    private Parameters() {}

    /** Name and value pairs; {@code warmup iters} and {@code agg iters} become {@code warmup_iters}, {@code agg_iters}. */
    static List<Fact> of(String line) {
        var facts = new ArrayList<Fact>();
        var name = new StringBuilder();
        for (var word : Words.of(line)) {
            var bare = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
            if (!bare.isEmpty() && Character.isDigit(bare.charAt(0)) && !name.isEmpty()) {
                facts.add(new Fact(name.toString(), bare));
                name.setLength(0);
            } else {
                name.append(name.isEmpty() ? "" : "_").append(bare);
            }
        }
        return facts.stream().filter(fact -> !fact.name().equals("iters") || Words.isWhole(fact.value())).toList();
    }
}
