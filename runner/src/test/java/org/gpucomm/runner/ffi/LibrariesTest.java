package org.gpucomm.runner.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.format.NcclVersion;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.ffi.shim.Libfabric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {

    @TempDir
    Path folder;

    @Test
    void aLibraryThatIsNotThereIsAbsentWithTheLoadersOwnReason() {
        var nccl = Nccl.load(new LibrarySearch(Map.of("GPUCOMM_NCCL_LIBRARY", "libnope.so.2"), folder));
        assertThat(nccl).isEqualTo(new Availability.Absent<Nccl>("NCCL",
                List.of("libnope.so.2: cannot open shared object file: No such file or directory")));
    }

    @Test
    void ncclTellsItsVersion() throws Exception {
        var file = FakeLibraries.build("fake_nccl", folder);
        var nccl = present(Nccl.load(naming("GPUCOMM_NCCL_LIBRARY", file)));
        assertThat(nccl.version()).isEqualTo("2.28.3");
        assertThat(nccl.path()).isEqualTo(file.toString());
    }

    @Test
    void aLibraryWithoutTheUsualEndingIsNotTakenForAnother() throws Exception {
        var target = Path.of("target/endings");
        Files.createDirectories(target);
        // Its path begins as the other one does, and it is mapped.
        var other = FakeLibraries.build("fake_nccl", target.toAbsolutePath());
        assertThat(present(Nccl.load(naming("GPUCOMM_NCCL_LIBRARY", other))).path()).isEqualTo(other.toString());
        var file = Files.copy(other, target.resolve("nccl"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(present(Nccl.load(naming("GPUCOMM_NCCL_LIBRARY", file))).path()).isEqualTo(file.toString());
    }

    @Test
    void theDriverListsItsGpus() throws Exception {
        var file = FakeLibraries.build("fake_cuda", folder);
        var driver = present(Cuda.load(naming("GPUCOMM_CUDA_LIBRARY", file)));
        assertThat(driver.cudaVersion()).isEqualTo("13.0");
        assertThat(driver.gpus()).containsExactly(
                new Cuda.Gpu(0, "Fake H200 number 0", 141L << 30, "9.0", "0000:53:00.0"),
                new Cuda.Gpu(1, "Fake H200 number 1", 141L << 30, "9.0", "0000:54:00.0"));
    }

    /** The JVM turns a fault at address 0 into an exception by SIGSEGV; a library that keeps the signal ends the process. */
    @Test
    void aLibraryThatTakesSigsegvDoesNotKeepIt() throws Exception {
        var file = FakeLibraries.build("fake_greedy", folder);
        var libfabric = present(Libfabric.load(naming("GPUCOMM_LIBFABRIC_LIBRARY", file)));
        assertThat(libfabric).isEqualTo(new Libfabric("1.22", Map.of(), file.toString()));
        assertThat(faults(200_000, null)).isEqualTo(200_000);
    }

    /** Compiled code finds a null by the signal, not by a check. */
    private static int faults(int times, String nothing) {
        int faults = 0;
        for (int i = 0; i < times; i++) {
            try {
                faults -= nothing.length();
            } catch (NullPointerException expected) {
                faults++;
            }
        }
        return faults;
    }

    @Test
    void aLibraryWithoutTheFunctionIsAbsentAndNamesIt() throws Exception {
        var file = FakeLibraries.build("fake_old", folder);
        assertThat(Nccl.load(naming("GPUCOMM_NCCL_LIBRARY", file))).isEqualTo(new Availability.Absent<Nccl>("NCCL",
                List.of("NCCL (" + file + ") has no function ncclGetVersion; it is too old or not NCCL")));
    }

    @Test
    void aFileThatIsNoLibraryIsAbsent() throws IOException {
        var file = Files.writeString(folder.resolve("libnccl.so.2"), "not a library");
        assertThat(Nccl.load(naming("GPUCOMM_NCCL_LIBRARY", file)))
                .isEqualTo(new Availability.Absent<Nccl>("NCCL", List.of(file + ": file too short")));
    }

    @Test
    void aLibraryInNvidiasPythonPackagesOfAVirtualEnvironmentOnThePathIsACandidate() throws IOException {
        var packages = folder.resolve("opt/torch/.venv/lib/python3.12/site-packages/nvidia/nvshmem/lib");
        Files.createDirectories(packages);
        Files.createDirectories(folder.resolve("opt/torch/.venv/bin"));
        Files.createFile(folder.resolve("opt/torch/.venv/bin/python3"));
        var file = Files.createFile(packages.resolve("libnvshmem_host.so.3"));
        var search = new LibrarySearch(Map.of("PATH", "/usr/bin:/opt/torch/.venv/bin"), folder);
        assertThat(search.candidates("GPUCOMM_NVSHMEM_LIBRARY", List.of("libnvshmem_host.so.3")))
                .containsExactly("libnvshmem_host.so.3", file.toString());
    }

    @Test
    void versionsAreWrittenAsTheirMakersWriteThem() {
        assertThat(FoundLibrary.cudaVersion(12080)).isEqualTo("12.8");
        assertThat(NcclVersion.of(22907)).isEqualTo("2.29.7");
        assertThat(NcclVersion.of(2708)).isEqualTo("2.7.8");
    }

    private static <T> T present(Availability<T> availability) {
        return switch (availability) {
            case Availability.Present<T> present -> present.library();
            case Availability.Absent<T> absent -> throw new AssertionError(absent);
        };
    }

    private LibrarySearch naming(String variable, Path file) {
        return new LibrarySearch(Map.of(variable, file.toString()), folder);
    }
}
