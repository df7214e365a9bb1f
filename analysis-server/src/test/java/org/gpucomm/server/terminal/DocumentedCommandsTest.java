package org.gpucomm.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The command lines of README.md and docs/guide.md, run as printed by a shell in a folder that has the files that they name. On this host
 * no library of GPUs is found, so commands that measure end where they would load one, with all their options read.
 */
@Tag("nightly")
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern IN_A_BLOCK = Pattern.compile("(?m)^(?:\\$ )?((?:\\./gpucomm|curl) .*(?:\\\\\\n.*)*)$");
    private static final Pattern IN_A_SENTENCE = Pattern.compile("`([^`]*\\./gpucomm [^`]+)`");
    private static final Pattern FILE = Pattern.compile("[\\w./-]+\\.(?:log|yaml)\\b");
    private static final Map<String, String> WITHOUT_GPUS = Map.of("GPUCOMM_CUDA_LIBRARY", "none",
            "GPUCOMM_CUDART_LIBRARY", "none", "GPUCOMM_NCCL_LIBRARY", "none", "GPUCOMM_NVML_LIBRARY", "none",
            "GPUCOMM_LIBFABRIC_LIBRARY", "none", "GPUCOMM_NVSHMEM_LIBRARY", "none");
    private static final String BASELINE = "golden-p5";
    private static final String LOG = "docs/samples/nccl-tests/v2.20.0-device-api.log";
    private static final String PLAN = """
            operations: all_reduce
            sizes: 1M
            """;
    private static final int LONGEST_SECONDS = 100;
    private static final int FOUND_WRONG = 1;
    private static final int NOT_SHOWN = 3;
    private static final int LIBRARY_MISSING = 3;

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder.resolve("data-dir"), "--no-bundled");
        var uploaded = server.upload("baseline.log", Files.readString(ROOT.resolve(LOG)));
        var run = ServerProcess.json(uploaded).path("runIds").get(0).asString();
        var baseline = server.request("/api/v1/baselines/" + BASELINE).header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"runs\":[\"" + run + "\"]}"));
        assertThat(server.send(baseline).statusCode()).isEqualTo(200);
        Files.createSymbolicLink(folder.resolve("data"), ROOT.resolve("data"));
        for (var several : List.of("logs", "results")) {
            Files.copy(ROOT.resolve(LOG), Files.createDirectory(folder.resolve(several)).resolve("a.log"));
        }
        for (var program : Map.of("gpucomm", gpucomm(), "kubectl", "cat '" + ROOT.resolve(LOG) + "'").entrySet()) {
            Files.writeString(folder.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue() + "\n");
            assertThat(folder.resolve(program.getKey()).toFile().setExecutable(true)).isTrue();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<String> commandsOfTheReadme() throws IOException {
        return commands("README.md");
    }

    static List<String> commandsOfTheGuide() throws IOException {
        return commands("docs/guide.md");
    }

    @ParameterizedTest
    @MethodSource("commandsOfTheReadme")
    void commandOfTheReadmeWorks(String command) throws Exception {
        assertWorks(command);
    }

    @ParameterizedTest
    @MethodSource("commandsOfTheGuide")
    void commandOfTheGuideWorks(String command) throws Exception {
        assertWorks(command);
    }

    private static void assertWorks(String command) throws Exception {
        if (command.startsWith("curl")) {
            assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(bin -> Files.isExecutable(Path.of(bin, "curl"))), "no curl (install curl)");
        }
        var line = here(command);
        makeFiles(line);
        var out = Files.createTempFile(folder, "printed", ".txt");
        var shell = new ProcessBuilder("bash", "-c", line).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(out.toFile());
        shell.environment().putAll(WITHOUT_GPUS);
        shell.environment().merge("PATH", folder.toString(), (path, own) -> own + File.pathSeparator + path);
        var process = shell.start();
        try {
            assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).as(line).isTrue();
            var printed = Files.readString(out);
            assertThat(process.exitValue()).as(line + "\n" + printed).isIn(exitCodes(line));
            assertThat(printed).doesNotContainPattern("gpucomm: \\w+ failed: |Exception");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns the exit codes of a command that was understood. */
    private static List<Integer> exitCodes(String line) {
        if (line.matches(".*gpucomm (bench|run|doctor) .*|.*gpucomm doctor")) {
            return List.of(0, LIBRARY_MISSING);
        }
        if (line.contains("gpucomm accept ")) {
            return List.of(0, FOUND_WRONG, NOT_SHOWN);
        }
        return line.matches(".*gpucomm (explain|compare|tune) .*") ? List.of(0, FOUND_WRONG) : List.of(0);
    }

    /** Returns what is typed here: the server of this test, files in place of their kinds, and help where a command would not end. */
    private static String here(String command) {
        var address = server.root().toString().replaceFirst("/$", "");
        var line = command.replaceFirst(" +# .*", "")
                .replaceAll("http://(127\\.0\\.0\\.1:8080|gpucomm\\.example:8080)", address)
                .replaceAll("\\b(FILES?|RUNS|LOG)\\b…?|\\bA B\\b", "some.log").replaceAll("PLAN\\.yaml", "plan.yaml")
                .replaceAll("\\bURL\\b", address).replaceAll("compare some\\.log", "compare some.log other.log")
                .replaceAll("; echo \\$\\?$", " || true");
        if (line.contains("gpucomm serve") || line.contains("gpucomm demo")) {
            return line.replaceFirst("\\$\\([^)]*\\)", "a-token-of-this-test") + " --help";
        }
        return line.replaceFirst("^source <\\((.*)\\)$", "$1 | bash -n");
    }

    private static void makeFiles(String line) throws IOException {
        for (var named = FILE.matcher(line); named.find();) {
            var file = folder.resolve(named.group());
            if (!Files.exists(file)) {
                Files.writeString(file, file.toString().endsWith(".log") ? Files.readString(ROOT.resolve(LOG)) : PLAN);
            }
        }
    }

    private static List<String> commands(String page) throws IOException {
        var text = Files.readString(ROOT.resolve(page));
        var commands = new LinkedHashSet<String>();
        IN_A_BLOCK.matcher(text).results().map(DocumentedCommandsTest::inOneLine).forEach(commands::add);
        IN_A_SENTENCE.matcher(BLOCK.matcher(text).replaceAll("")).results().map(DocumentedCommandsTest::inOneLine)
                .forEach(commands::add);
        assertThat(commands).hasSizeGreaterThan(10);
        return List.copyOf(commands);
    }

    private static String inOneLine(MatchResult command) {
        return command.group(1).replaceAll("\\s*\\\\?\\n\\s*", " ").strip();
    }

    /** As the script {@code gpucomm} does, from the classes of this build. */
    private static String gpucomm() {
        return """
                case $1 in
                doctor | bench | run) main=org.gpucomm.runner.Main ;;
                *) main=org.gpucomm.server.Main ;;
                esac
                exec '%s' -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '%s' $main "$@"
                """.formatted(ProcessHandle.current().info().command().orElseThrow(),
                System.getProperty("java.class.path"));
    }
}
