package org.gpucomm.analysis.nextrun;

import java.util.List;
import java.util.TreeSet;

import org.gpucomm.analysis.rules.Finding;

/**
 * Question that a finding leaves open, and the measurements that would answer it.
 *
 * @param arms         benchmarks to run in alternation; empty if only programs outside gpucomm measure it
 * @param programs     programs outside gpucomm; empty if there are arms
 * @param sizes        sizes in bytes; empty if the operation has none
 * @param repetitions  number of repetitions of each arm
 * @param noise        noise of one measurement as a share of its time; not used if the question asks for a cause
 * @param effect       difference to separate from noise or, for a cause, to explain; as a share of the time
 * @param asksForCause whether the arms separate causes, so that few repetitions are enough
 */
public record Question(Finding finding, List<Arm> arms, List<LoggedProgram> programs, TreeSet<Long> sizes,
        int repetitions,
        double noise, double effect, boolean asksForCause) {

    public Question {
        arms = List.copyOf(arms);
        programs = List.copyOf(programs);
    }
}
