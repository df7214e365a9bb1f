package org.gpucomm.server.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.BadParameter;

/** Selection of runs and uploads by id, with a filter of rows. @param names ids of runs and uploads; empty = all runs with such rows */
public record RunSelection(List<String> names, Filter filter) {

    private static final List<String> NAMES = List.of("run", "upload");

    /**
     * Returns the selection in request parameters.
     *
     * @param others names of further parameters of the request
     * @throws BadParameter for an unknown parameter, or an empty selection
     */
    public static RunSelection of(Map<String, String[]> parameters, String... others) {
        var taken = new ArrayList<>(NAMES);
        taken.addAll(List.of(others));
        var filter = Filter.of(parameters, Set.copyOf(taken));
        var names = NAMES.stream().flatMap(name -> Stream.of(parameters.getOrDefault(name, new String[0])))
                .filter(name -> !name.isEmpty()).toList();
        if (names.isEmpty() && filter.isOpen()) {
            throw new BadParameter("say what to look at: " + String.join(", ", taken)
                    + ", or a filter such as tool or operation");
        }
        return new RunSelection(names, filter);
    }

    public List<StoredRun> of(StoredRuns runs) {
        return names.isEmpty() ? runs.holding(filter) : runs.named(names);
    }
}
