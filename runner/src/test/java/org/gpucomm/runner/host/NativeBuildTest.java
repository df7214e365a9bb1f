package org.gpucomm.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** doctor --build on a host with a compiler, which here only looks whether all that a source includes came along. */
class NativeBuildTest {

    private static final String COMPILER = """
            #!/bin/sh
            [ "$1" != --list-gpu-arch ] || { echo compute_80; echo compute_90; exit 0; }
            folders=
            for word; do
              case $word in
                -I*) folders="$folders ${word#-I}" ;;
                *.cu) source=$word ;;
                -o) next=1; continue ;;
              esac
              [ -z "${next:-}" ] || output=$word
              next=
            done
            for header in $(sed -n 's/^#include "\\(.*\\)"/\\1/p' "$source"); do
              found=
              for folder in $(dirname "$source") $folders; do [ ! -f "$folder/$header" ] || found=1; done
              [ -n "$found" ] || { echo "$source: no $header"; exit 1; }
            done
            echo compiled >"$output"
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void everySourceIsCompiledIntoTheFolderWhereBenchLooks() throws Exception {
        assertThat(build(host(), false)).as(out.toString()).isZero();
        assertThat(out.toString()).containsPattern("ok  Kernels +compiled in \\d+ s")
                .containsPattern("ok  NVSHMEM shim +compiled in \\d+ s")
                .contains(folder.resolve("cache/gpucomm/libgpucomm_nvshmem.so").toString());
        try (Stream<Path> sources = Files.list(Path.of("../native/kernels"))) {
            assertThat(sources.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".cu"))
                    .map(name -> name.replace(".cu", ".fatbin"))).isNotEmpty()
                    .allSatisfy(name -> assertThat(folder.resolve("cache/gpucomm/kernels").resolve(name)).exists());
        }
    }

    @Test
    void kernelsThatThisBuildBringsAreNotCompiledAgain() throws Exception {
        assertThat(build(host(), true)).isZero();
        assertThat(out.toString()).contains("this build brings them");
        assertThat(folder.resolve("cache/gpucomm/kernels")).doesNotExist();
    }

    @Test
    void whatIsMissingIsSaidWithTheCommandThatInstallsIt() throws Exception {
        assumeFalse(Files.exists(Path.of("/usr/bin/nvcc")) || Files.exists(Path.of("/bin/nvcc")), "nvcc is here");
        var noCompiler = new HashMap<>(host());
        noCompiler.remove("NVCC");
        assertThat(build(noCompiler, false)).isEqualTo(3);
        assertThat(out.toString()).containsPattern("!!  Kernels +not compiled")
                .contains("no nvcc on the PATH or in CUDA_HOME: install the CUDA toolkit");
        var noHeaders = new HashMap<>(host());
        noHeaders.put("NVSHMEM_HOME", folder.resolve("none").toString());
        assertThat(build(noHeaders, true)).isEqualTo(3);
        assertThat(out.toString()).contains("no nvshmem.h: install NVSHMEM (pip install nvidia-nvshmem-cu13");
    }

    @Test
    void aCompilerThatFailsIsQuotedAndAnOldResultDoesNotPassForANewOne() throws Exception {
        assertThat(build(host(), false)).isZero();
        Files.writeString(folder.resolve("nvcc"), "#!/bin/sh\necho nvcc: it does not work\nexit 2\n");
        assertThat(build(host(), true)).isEqualTo(3);
        assertThat(out.toString()).contains("nvcc: it does not work");
        assertThat(folder.resolve("cache/gpucomm/libgpucomm_nvshmem.so")).doesNotExist();
    }

    private Map<String, String> host() throws IOException {
        var compiler = folder.resolve("nvcc");
        if (!Files.exists(compiler)) {
            Files.writeString(compiler, COMPILER);
            Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.createDirectories(folder.resolve("nvshmem/include"));
            Files.createDirectories(folder.resolve("nvshmem/lib"));
            Files.createFile(folder.resolve("nvshmem/include/nvshmem.h"));
            Files.createFile(folder.resolve("nvshmem/lib/libnvshmem_device.a"));
        }
        return Map.of("PATH", "/usr/bin:/bin", "NVCC", compiler.toString(), "CUDA_HOME",
                folder.resolve("none").toString(), "NVSHMEM_HOME", folder.resolve("nvshmem").toString(),
                "XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    private int build(Map<String, String> environment, boolean kernelsArePacked) {
        var command = new DoctorCommand(new DoctorSurvey(new LibrarySearch(environment, folder)),
                new NativeBuild(environment, kernelsArePacked));
        return new CommandLine(command).setOut(new PrintWriter(out)).execute("--build");
    }
}
