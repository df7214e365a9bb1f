package org.gpucomm.runner.plan;

import java.util.stream.Collectors;

/**
 * Step of a plan: one work under one setting.
 *
 * @param number     number of the step in the plan, from 1
 * @param repetition number of the repetition, from 1
 */
public record PlanStep(int number, int repetition, Work work, Setting setting) {

    /** Maximum number of steps of a plan; more would run for days and are considered a mistake. */
    static final int MOST = 10_000;

    /**
     * Returns the section in the results for a section of the step's output. The first has the number of the step; further ones have
     * numbers beyond those of all steps.
     *
     * @param printed section in the output, from 1
     */
    public int section(int printed) {
        return number + (printed - 1) * MOST;
    }

    /** Returns whether a section of the results belongs to this step. */
    public boolean owns(int section) {
        return (section - 1) % MOST + 1 == number;
    }

    /** Returns one line that identifies the step, without its number. */
    @Override
    public String toString() {
        var variables = setting.variables().entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue().orElse("") + " ")
                .collect(Collectors.joining());
        return "repetition " + repetition + ": " + variables + work.title();
    }
}
