package org.gpucomm.runner.plan;

import java.util.stream.Collectors;

/**
 * One work under one setting.
 *
 * @param number     1-based place in the plan
 * @param repetition 1-based
 */
public record PlanStep(int number, int repetition, Work work, Setting setting) {

    /** A plan with more steps would run for days and is a mistake. */
    static final int MOST = 10_000;

    /**
     * Returns the section of the results for a section of what the step printed. The first has the number of the step; further ones
     * have numbers that no step has.
     *
     * @param printed 1-based
     */
    public int section(int printed) {
        return number + (printed - 1) * MOST;
    }

    /** Returns whether a section of the results is of this step. */
    public boolean owns(int section) {
        return (section - 1) % MOST + 1 == number;
    }

    /** Returns what makes this step itself, apart from its number; on one line. */
    @Override
    public String toString() {
        var variables = setting.variables().entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue().orElse("") + " ")
                .collect(Collectors.joining());
        return "repetition " + repetition + ": " + variables + work.title();
    }
}
