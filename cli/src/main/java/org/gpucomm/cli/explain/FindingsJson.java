package org.gpucomm.cli.explain;

import java.util.List;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.headline.Ordered;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Findings of files, for programs.
 *
 * @param headline null where nothing was measured and nothing failed
 * @param findings the gravest first
 * @param more     how many more there are, which {@code --all} lists
 * @param refused  files without results, a sentence each
 */
record FindingsJson(@Nullable MainPoint headline, List<Item> findings, int more, List<String> refused) {

    static FindingsJson of(MainPoint headline, Ordered ordered, boolean all, List<String> refused) {
        return new FindingsJson(headline, (all ? ordered.all() : ordered.first()).stream().map(Item::of).toList(),
                all ? 0 : ordered.more().size(), refused);
    }

    /** @param rows all that it stands on */
    record Item(String rule, Severity severity, Confidence confidence, String sentence, List<Quantity> numbers,
            List<RowRef> rows, @Nullable String next) {

        static Item of(Finding finding) {
            return new Item(finding.rule(), finding.severity(), finding.confidence(), finding.sentence(),
                    finding.numbers(), finding.rows(), finding.next());
        }
    }
}
