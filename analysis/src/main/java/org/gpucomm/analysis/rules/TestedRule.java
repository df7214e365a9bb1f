package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.NoiseModel;

/** Rule whose findings may be chance. Its tests are corrected together with those of all such rules on the same evidence. */
interface TestedRule extends Rule {

    @Override
    Answers answers(Evidence evidence, NoiseModel noise);

    @Override
    default List<Finding> examine(Evidence evidence) {
        var answers = answers(evidence, NoiseModel.of(evidence));
        var findings = new ArrayList<>(answers.untested());
        Tested.reported(answers.tested()).stream().flatMap(Optional::stream).forEach(findings::add);
        return findings;
    }
}
