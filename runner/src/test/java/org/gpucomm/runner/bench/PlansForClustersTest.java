package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.plan.PlanReader;
import org.gpucomm.runner.plan.PlanStep;
import org.junit.jupiter.api.Test;

/** The plans of {@code deploy/}: whether bench understands each step, found out on a host that has nothing of what they need. */
class PlansForClustersTest {

    private static final Path FOLDER = Path.of("../deploy");
    private static final Map<String, String> NO_LIBRARIES = Map.of("GPUCOMM_CUDA_LIBRARY", "libnope.so",
            "GPUCOMM_CUDART_LIBRARY", "libnope.so", "GPUCOMM_NCCL_LIBRARY", "libnope.so", "GPUCOMM_LIBFABRIC_LIBRARY",
            "libnope.so");

    @Test
    void everyStepIsRefusedForWantOfLibrariesAndNotForItsOptions() throws Exception {
        for (var plan : plans()) {
            for (var step : PlanReader.read(plan).steps()) {
                var said = new ByteArrayOutputStream();
                var messages = new PrintStream(said, true);
                int code = BenchCommand.commandLine(Families.ALL, NO_LIBRARIES, messages, messages)
                        .execute(arguments(step));
                assertThat(code).as(plan + ": " + step + ": " + said).isEqualTo(3);
                assertThat(said.toString()).as(step.toString()).containsAnyOf("libnope.so", "this build has no shim");
            }
        }
    }

    @Test
    void whatEachStartsIsWrittenAboveIt() throws Exception {
        for (var plan : plans()) {
            var text = Files.readString(plan);
            assertThat(text).contains("gpucomm run deploy/" + plan.getFileName() + " --on slurm",
                    "gpucomm run deploy/" + plan.getFileName() + " --on kubernetes",
                    "into " + PlanReader.read(plan).name() + ".csv");
        }
    }

    @Test
    void libfabricIsMeasuredOnTwoToSixteenNodes() throws Exception {
        var steps = PlanReader.read(FOLDER.resolve("fabric.yaml")).steps();
        assertThat(steps).extracting(step -> step.work().nodes()).contains(2, 4, 8, 16);
        assertThat(steps).hasSize(5 * 4).allMatch(step -> step.work().processes() == 8);
    }

    private static List<Path> plans() throws Exception {
        try (var files = Files.list(FOLDER)) {
            var plans = files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted(Comparator.comparing(Path::toString)).toList();
            assertThat(plans).hasSizeGreaterThanOrEqualTo(3);
            return plans;
        }
    }

    private static String[] arguments(PlanStep step) {
        var arguments = step.work().arguments();
        return arguments.subList(1, arguments.size()).toArray(String[]::new);
    }
}
