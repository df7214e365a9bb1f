package org.gpucomm.analysis.identity;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a measurement apart from its message size: what was measured, on which kind of hardware, and how. Measurements with equal
 * identities measure the same. A text is empty and a number 0 if the log does not state it; this value equals no other. Versions and the
 * place are not included, since a history spans versions.
 *
 * @param library      library as printed: {@code nccl}
 * @param root         root of a rooted collective; empty for others
 * @param problem      problem of an application: {@code 16384x16384}
 * @param family       family of the tool: {@code rccl-tests} measures like {@code nccl-tests}
 * @param timing       way in which the tool measures time, see {@link Circumstances}
 * @param instanceType instance type: {@code p5.48xlarge}
 * @param gpu          GPU model; empty if the instance type is known, which implies it
 * @param links        links between the GPUs of a node; empty if the instance type is known
 * @param transport    network between nodes
 * @param settings     settings of the tool, {@code name=value} joined by {@code ;}
 * @param environment  environment variables of the libraries, in the same form
 * @param layout       placement of ranks on nodes, if both numbers do not imply it
 */
public record Identity(Operation operation, String library, String variant, String datatype, String redop, String root,
        @Nullable Placement placement, String problem, String family, String timing, String instanceType, String gpu,
        String links, String transport, String settings, String environment, int ranks, int nodes, String layout) {

    private static final Set<String> ONE_FAMILY = Set.of("nccl-tests", "rccl-tests");

    static Identity of(Measurement measurement, Circumstances circumstances) {
        return of(SeriesRow.of(measurement), number(measurement.platform().ranks()),
                number(measurement.platform().nodes()), circumstances);
    }

    static Identity of(SeriesRow row, int ranks, int nodes, Circumstances circumstances) {
        boolean typed = !row.instanceType().isEmpty();
        return new Identity(Operation.ofId(row.operation()).orElseThrow(), row.library(), row.variant(),
                row.datatype(), row.redop(), row.root(), Placement.ofId(row.placement()).orElse(null), row.problem(),
                ONE_FAMILY.contains(row.tool()) ? "nccl-tests" : row.tool(), circumstances.timing(),
                row.instanceType(), typed ? "" : row.gpu(), typed ? "" : circumstances.links(),
                circumstances.transport(), row.settings(),
                environment(row.settings(), circumstances.settings()),
                ranks, nodes, circumstances.layout());
    }

    /** Returns the identity for curves along ranks, without nodes and layout, since more ranks are on more nodes. */
    Identity whateverRanks() {
        return new Identity(operation, library, variant, datatype, redop, root, placement, problem, family, timing,
                instanceType, gpu, links, transport, settings, environment, 0, 0, "");
    }

    Identity ofManyInFlight() {
        return new Identity(operation, library, variant, datatype, redop, root, placement, problem, family,
                Circumstances.IN_FLIGHT,
                instanceType, gpu, links, transport, settings, environment, ranks, nodes, layout);
    }

    /** Returns whether messages overlapped, so that size / bandwidth is not the time of one. */
    public boolean isOfManyInFlight() {
        return timing.contains(Circumstances.IN_FLIGHT);
    }

    Identity outOfPlace() {
        return new Identity(operation, library, variant, datatype, redop, root, Placement.OUT_OF_PLACE, problem, family,
                timing, instanceType, gpu, links, transport, settings, environment, ranks, nodes, layout);
    }

    /** Returns the instance type, else the GPU and its links; empty if nothing is known. */
    public String hardware() {
        return instanceType.isEmpty()
                ? Stream.of(gpu, links).filter(each -> !each.isEmpty()).collect(Collectors.joining(", "))
                : instanceType;
    }

    /** Returns the environment of the run without the variables in the settings of the row. */
    private static String environment(String ofRow, String ofRun) {
        if (ofRow.isEmpty()) {
            return ofRun;
        }
        var said = Stream.of(ofRow.split(";")).map(Identity::nameOf).collect(Collectors.toSet());
        return Stream.of(ofRun.split(";")).filter(pair -> !said.contains(nameOf(pair)))
                .collect(Collectors.joining(";"));
    }

    private static String nameOf(String pair) {
        int equals = pair.indexOf('=');
        return equals < 0 ? pair : pair.substring(0, equals);
    }

    /** Hashes the values in which curves of one file differ, because a key is looked up for each row. */
    @Override
    public int hashCode() {
        int hash = operation.ordinal() + (placement == null ? 0 : 1 + placement.ordinal());
        for (var text : new String[]{variant, datatype, root, problem, timing, settings, environment, layout}) {
            hash = 31 * hash + text.hashCode();
        }
        return 31 * (31 * hash + ranks) + nodes;
    }

    private static int number(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
