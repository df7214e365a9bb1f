package org.gpucomm.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code gpucomm} itself, in a folder of its own where both programs are built: those of this build. */
class LauncherTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void layOut() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash (install bash)");
        executable(folder.resolve("gpucomm"), Files.readString(Path.of("../gpucomm")));
        for (var jar : List.of("analysis-server/target/gpucomm.jar", "runner/target/runner.jar")) {
            Files.createDirectories(folder.resolve(jar).getParent());
            Files.createFile(folder.resolve(jar));
            Files.setLastModifiedTime(folder.resolve(jar), FileTime.fromMillis(0));
        }
        Files.createFile(folder.resolve("analysis-server/target/gpucomm.aot"));
        Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        executable(folder.resolve("jdk/bin/java"), """
                #!/bin/sh
                echo "terminal: ${GPUCOMM_TERMINAL:-none}" >>'%s'
                while [ "$1" != -jar ]; do shift; done
                case $2 in *runner.jar) main=org.gpucomm.runner.Main ;; *) main=org.gpucomm.server.Main ;; esac
                shift 2
                exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' $main "$@"
                """.formatted(folder.resolve("seen"), ProcessHandle.current().info().command().orElseThrow(),
                System.getProperty("java.class.path")));
    }

    @Test
    void itsCompletionIsThatOfBothPrograms() throws Exception {
        var completed = bash("source <('" + folder.resolve("gpucomm") + "' completion); COMP_CWORD=1; "
                + "for word in expl benc; do COMP_WORDS=(gpucomm $word); _gpucomm; echo \"${COMPREPLY[@]}\"; done; "
                + "COMP_CWORD=2; COMP_WORDS=(gpucomm bench --lis); _gpucomm; echo \"${COMPREPLY[@]}\"");
        assertThat(completed.lines().map(String::strip)).containsExactly("explain", "bench", "--list");
        assertThat(Files.readString(folder.resolve("seen"))).as("a pipe has no width")
                .isEqualTo("terminal: none\n".repeat(2));
    }

    @Test
    void theWidthIsThatOfTheTerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script (install bsdutils)");
        bash("script -qec \"stty cols 97 rows 30; '" + folder.resolve("gpucomm") + "' --version\" /dev/null");
        assertThat(Files.readString(folder.resolve("seen"))).isEqualTo("terminal: 97\n");
    }

    private String bash(String line) throws IOException {
        var builder = new ProcessBuilder("/bin/bash", "--norc", "-c", line)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("GPUCOMM_JAVA_HOME", folder.resolve("jdk").toString());
        var bash = builder.start();
        bash.getOutputStream().close();
        try (var out = bash.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
