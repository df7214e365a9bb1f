package org.gpucomm.cli.explain;

import java.util.List;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.jspecify.annotations.Nullable;

/**
 * JSON of the findings about files.
 *
 * @param headline null if there are no measurements and no failures
 * @param findings most severe finding first
 * @param more     number of further findings, which {@code --all} lists
 * @param refused  one sentence for each file without results
 */
record FindingsJson(@Nullable MainPoint headline, List<Item> findings, int more, List<String> refused) {

    static FindingsJson of(MainPoint headline, RankedFindings ordered, boolean all, List<String> refused) {
        return new FindingsJson(headline, (all ? ordered.all() : ordered.first()).stream().map(Item::of).toList(),
                all ? 0 : ordered.more().size(), refused);
    }

    /** @param rows all rows behind the finding */
    record Item(String rule, Severity severity, Confidence confidence, String sentence, List<Quantity> numbers,
            List<RowRef> rows, @Nullable String next) {

        static Item of(Finding finding) {
            return new Item(finding.rule(), finding.severity(), finding.confidence(), finding.sentence(),
                    finding.numbers(), finding.rows(), finding.next());
        }
    }
}
