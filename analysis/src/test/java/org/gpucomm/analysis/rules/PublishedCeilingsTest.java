package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.Published;
import org.junit.jupiter.api.Test;

/** Published values held against what their hardware can do at most: a value above it is of other hardware. */
class PublishedCeilingsTest {

    /**
     * The hardware of data/peers as its makers state it: GPUs that share NVLink; GB/s one way of a GPU over NVLink, bridge or
     * Infinity Fabric, and of the network of those GPUs together; whether NVLink switches reduce.
     */
    private static final Map<String, Profile> HARDWARE = """
            AWS H100 efa, 8, 450, 400, nvls
            AWS GB200 efa, 4, 900, 200, nvls
            AWS GB200 mnnvl, 72, 900, 3600, nvls
            AWS GB300 efa, 4, 900, 400, nvls
            AWS GB300 mnnvl, 72, 900, 7200, nvls
            GCP a3-megagpu tcpxo, 8, 450, 200, nvls
            GCP a3-highgpu tcpx, 8, 450, 100, nvls
            GCP a3-ultragpu roce, 8, 450, 400, nvls
            GCP a4-highgpu roce, 8, 900, 400, nvls
            GCP a4x-highgpu roce, 4, 900, 200, nvls
            GCP GB200 mnnvl, 72, 900, 3600, nvls
            Azure ND H100 v5 nvlink, 8, 450, 400, nvls
            Azure ND H200 v5 nvlink, 8, 450, 400, nvls
            Azure NDm A100 v4 nvlink, 8, 300, 200, -
            Azure ND A100 v4 nvlink, 8, 300, 200, -
            Azure NDv4 A100 infiniband, 8, 300, 200, -
            Azure NC80adis H100 v5 nvlink, 2, 300, 10, -
            Azure NC48ads A100 v4 nvlink, 2, 300, 5, -
            Azure ND40rs v2 nvlink, 8, 150, 12.5, -
            Azure ND MI300X v5 xgmi, 8, 448, 400, -
            OCI bare metal nvlink, 8, 900, 800, nvls
            OCI BM.GPU A100 roce, 8, 300, 200, -
            OCI BM.GPU.MI300X roce, 8, 448, 400, -
            CoreWeave GB200 mnnvl, 72, 900, 3600, nvls
            CoreWeave GB200 infiniband, 72, 900, 3600, nvls
            CoreWeave H100 infiniband, 8, 450, 400, nvls
            AWS p4d efa, 8, 300, 50, -
            AWS p5 efa, 8, 450, 400, nvls
            AWS p5 nvlink, 8, 450, 400, nvls
            AWS p5en efa, 8, 450, 400, nvls
            AWS p6-b200 efa, 8, 900, 400, nvls
            AWS p6-b200 nvlink, 8, 900, 400, nvls
            AWS p6-b300 efa, 8, 900, 800, nvls
            A100 SXM host nvlink, 8, 300, 200, -
            H100 SXM host nvlink, 8, 450, 400, nvls
            H200 SXM host nvlink, 8, 478, 400, nvls
            B200 SXM host nvlink, 8, 900, 400, nvls
            HGX H100 nvlink, 8, 450, 400, nvls
            HGX H100, 8, 450, 400, nvls
            xxrjun cluster01, 8, 450, 400, nvls
            CSCS Alps slingshot, 4, 450, 100, -
            NVIDIA GB200 nvlink, 4, 900, 200, nvls
            NVIDIA GB200 mnnvl, 72, 900, 3600, nvls
            NVIDIA DGX Spark roce, 1, 273, 25, -
            """.lines().map(line -> line.split(", ")).map(PublishedCeilingsTest::profile)
            .collect(Collectors.toMap(Profile::id, Function.identity()));

    @Test
    void noPublishedValueIsAboveWhatItsHardwareCanDo() {
        var values = Profiles.bundled().values().stream().filter(value -> value.ranks() > 0).toList();
        assertThat(values).hasSizeGreaterThan(180);
        assertThat(values).filteredOn(value -> speed(value) > most(value)).isEmpty();
    }

    /** A value of p6-b300 was once in the table as one of p5. */
    @Test
    void aValueOfAnotherMachineIsAboveTheCeiling() {
        var wrong = new Published("AWS p5", "H100", 8, 2, 16, "efa", "alltoall", 58_720_256, "nccl", "", 104.9,
                false, "", "");
        assertThat(speed(wrong)).isGreaterThan(most(wrong));
        assertThat(most(wrong) * 15 / 8).as("in bus bandwidth").isEqualTo(93.75);
    }

    private static Profile profile(String... part) {
        return new Profile(part[0], part[0], List.of(part[0]), List.of(), Integer.parseInt(part[1]),
                Double.parseDouble(part[2]), Double.parseDouble(part[3]), null, 64, 3350, part[4].equals("nvls"), "",
                "", List.of());
    }

    /** All-to-all beyond one node is held against the network by what leaves a node. */
    private static double speed(Published value) {
        int domains = domains(value);
        return value.operation().equals("alltoall") && domains > 1
                ? PublishedComparison.offNode(Operation.ALLTOALL, value.busbw(), value.ranks(), domains).orElseThrow()
                : value.busbw();
    }

    private static double most(Published value) {
        var limit = Limit.of(Operation.ofId(value.operation()).orElseThrow(), value.ranks(), domains(value), false,
                hardware(value)).orElseThrow(() -> new AssertionError("no limit: " + value));
        return Optional.ofNullable(limit.inSwitches()).orElse(limit.speed());
    }

    /** Nodes, or racks where NVLink connects a rack's nodes. */
    private static int domains(Published value) {
        return Math.ceilDiv(value.ranks(), hardware(value).nodeGpus());
    }

    private static Profile hardware(Published value) {
        var name = (value.hardware() + " " + value.fabric()).strip();
        return Optional.ofNullable(HARDWARE.get(name))
                .orElseThrow(() -> new AssertionError("state the limits of '" + name + "' here"));
    }
}
