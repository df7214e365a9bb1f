package org.gpucomm.runner.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.gpucomm.runner.ffi.nvml.Nvml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlTest {

    private static final String FIRST = "0000:53:00.0";
    private static final String SECOND = "0000:54:00.0";

    @TempDir
    Path folder;

    @Test
    void withoutTheLibraryItIsAbsentWithTheLoadersReason() {
        assertThat(Nvml.load(new LibrarySearch(Map.of("GPUCOMM_NVML_LIBRARY", "libnope.so"), folder)))
                .isEqualTo(new Availability.Absent<Nvml>("NVML",
                        List.of("libnope.so: cannot open shared object file: No such file or directory")));
    }

    @Test
    void clocksPowerAndLinksOfAGpuAreTold() throws Exception {
        var device = nvml("fake_nvml").device(FIRST).orElseThrow();
        assertThat(device.smClockMHz()).hasValue(345);
        assertThat(device.maxSmClockMHz()).hasValue(1980);
        assertThat(device.memoryClockMHz()).hasValue(3201);
        assertThat(device.powerLimitWatts()).hasValue(700);
        assertThat(device.links()).as("link 17 is down").hasSize(17)
                .containsOnlyOnce(new Nvml.Link(16, OptionalInt.of(4), Optional.of("0000:cf:00.0")));
    }

    @Test
    void whatTheDriverHidesOrDoesNotSupportIsAbsentAndTheRestIsThere() throws Exception {
        var device = nvml("fake_nvml").device(SECOND).orElseThrow();
        assertThat(device.powerLimitWatts()).isEmpty();
        assertThat(device.links()).hasSize(17).allSatisfy(link -> assertThat(link.remote()).isEmpty());
    }

    @Test
    void gpusSayWhetherTheyReachOneAnotherOverNvlink() throws Exception {
        var nvml = nvml("fake_nvml");
        assertThat(nvml.nvlinked(FIRST, SECOND)).contains(true);
        assertThat(nvml.nvlinked(FIRST, "0000:99:00.0")).isEmpty();
        assertThat(nvml.device("0000:99:00.0")).isEmpty();
        assertThat(nvml.driverVersion()).contains("580.12.34");
    }

    @Test
    void aLibraryOfSomethingElseIsAbsentAndSaysWhatItLacks() throws Exception {
        var file = FakeLibraries.build("fake_old", folder);
        assertThat(Nvml.load(new LibrarySearch(Map.of("GPUCOMM_NVML_LIBRARY", file.toString()), folder)))
                .isEqualTo(new Availability.Absent<Nvml>("NVML", List.of("NVML (" + file
                        + ") has no function nvmlInit_v2 or nvmlInit; it is too old or not NVML")));
    }

    private Nvml nvml(String source) throws Exception {
        var search = new LibrarySearch(
                Map.of("GPUCOMM_NVML_LIBRARY", FakeLibraries.build(source, folder).toString()), folder);
        return switch (Nvml.load(search)) {
            case Availability.Present<Nvml> present -> present.library();
            case Availability.Absent<Nvml> absent -> throw new AssertionError(absent);
        };
    }
}
