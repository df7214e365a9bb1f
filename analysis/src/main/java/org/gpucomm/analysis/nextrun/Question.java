package org.gpucomm.analysis.nextrun;

import java.util.List;
import java.util.TreeSet;

import org.gpucomm.analysis.rules.Finding;

/**
 * Question that a finding leaves open, and the measurements that would answer it.
 *
 * @param arms        in turns; none where only a program of others measures it
 * @param programs    those; none where there are arms
 * @param sizes       in bytes; empty where the operation has none
 * @param repetitions of each arm
 * @param noise       of one measurement, as a share of its time; not used if the question asks for a cause
 * @param effect      to separate from noise or, of a cause, to explain; as a share of the time
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
