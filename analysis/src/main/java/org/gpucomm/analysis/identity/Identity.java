package org.gpucomm.analysis.identity;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Identity of what was measured, on which kind of hardware and how, apart from the message size: measurements that differ in none of it
 * measure the same thing. A text is empty, and a number 0, where the log does not say; that is a value of its own, which equals no
 * other. Versions are not part of it, since a history runs over them; neither is the place.
 *
 * @param library      as printed: {@code nccl}
 * @param root         of a rooted collective; empty where it has none
 * @param problem      for applications: {@code 16384x16384}
 * @param family       of the tool: {@code rccl-tests} measures as {@code nccl-tests} does
 * @param timing       how the tool was asked to take time, see {@link Circumstances}
 * @param instanceType {@code p5.48xlarge}
 * @param gpu          the model; empty where the instance type is known, which says it
 * @param links        between the GPUs of a node; empty where the instance type is known
 * @param transport    between nodes
 * @param settings     what the tool was given, {@code name=value} joined by {@code ;}
 * @param environment  what the libraries were given in the run's environment, likewise
 * @param layout       how ranks lie on nodes, where the numbers of both do not say it
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

    /** Returns what stays the same along ranks: runs on more ranks are on more nodes. */
    Identity whateverRanks() {
        return new Identity(operation, library, variant, datatype, redop, root, placement, problem, family, timing,
                instanceType, gpu, links, transport, settings, environment, 0, 0, "");
    }

    Identity outOfPlace() {
        return new Identity(operation, library, variant, datatype, redop, root, Placement.OUT_OF_PLACE, problem, family,
                timing, instanceType, gpu, links, transport, settings, environment, ranks, nodes, layout);
    }

    /** The kind of instance, else the GPU and its links; empty where nothing is known. */
    public String hardware() {
        return instanceType.isEmpty()
                ? Stream.of(gpu, links).filter(each -> !each.isEmpty()).collect(Collectors.joining(", "))
                : instanceType;
    }

    /** Without what the rows say themselves. */
    private static String environment(String ofRow, String ofRun) {
        var said = Stream.of(ofRow.split(";")).map(Identity::nameOf).collect(Collectors.toSet());
        return Stream.of(ofRun.split(";")).filter(pair -> !said.contains(nameOf(pair)))
                .collect(Collectors.joining(";"));
    }

    private static String nameOf(String pair) {
        int equals = pair.indexOf('=');
        return equals < 0 ? pair : pair.substring(0, equals);
    }

    private static int number(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
