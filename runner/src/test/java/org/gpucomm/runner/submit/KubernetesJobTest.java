package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.plan.PlanReader;
import org.gpucomm.runner.plan.Work;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * {@code run --on kubernetes} against a kubectl that records its arguments and answers as a real one does. What a launcher
 * would run is run for real, on this host, with an mpirun that starts one process and fake GPUs.
 */
@Timeout(200)
class KubernetesJobTest {

    private static final Path OPERATORS_SCHEMA = Path.of("../../shared/reference/kubernetes/mpijobs.crd.yaml");
    private static final Path FIELDS = Path.of("src/test/resources/kubernetes/mpijob.fields.yaml");

    private static final String PLAN = """
            operations: all_reduce
            nodes: 1
            gpus: 2
            sizes: {from: 1K, to: 2K, factor: 2}
            iterations: 3
            warmups: 1
            options: [--code-warmups, 10]
            settings:
              plain: {}
              ring: {NCCL_ALGO: Ring}
            kubernetes:
              image: registry.example/gpucomm-runner:1
              namespace: bench
              resources: {nvidia.com/gpu: 2, memory: 4Gi}
              node_selector: {node.kubernetes.io/instance-type: p5.48xlarge}
              environment: {FI_PROVIDER: efa}
            """;

    /** Replays what a job with this number of conditions does; the pod's log is what "pod" prints. */
    private static final String KUBECTL = """
            #!/bin/sh
            cd "$(dirname "$0")/.."
            echo "$*" >>calls
            [ "$1" != -n ] || shift 2
            case "$1" in
              apply)
                cat >manifest.part
                mv manifest.part manifest.yaml
                name=$(sed -n 's/^  name: //p' manifest.yaml | head -n 1)
                printf 'secret/%s created\\nconfigmap/%s created\\nmpijob.kubeflow.org/%s created\\n' $name $name $name ;;
              get)
                case "$2" in
                  pods) [ ! -e fates ] || [ ! -e log.whole ] || { cat fates; exit; }
                        echo "$(sed -n 's/^  name: //p' manifest.yaml | head -n 1)-worker-0 is Pending ContainerCreating" ;;
                  *)
                    echo "Created MPIJob bench/x is created."
                    [ ! -e polled ] || echo "Running MPIJob bench/x is running."
                    touch polled
                    [ ! -e log.whole ] || cat end ;;
                esac ;;
              logs)
                [ -e log.whole ] || { while [ ! -x pod ]; do sleep 0.1; done; ./pod >log.part 2>&1; mv log.part log.whole; }
                cat log.whole ;;
              delete) echo deleted ;;
            esac
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void programs() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        script("bin/kubectl", KUBECTL);
        // Options, then env with what it sets: one process of however many were asked for.
        script("bin/mpirun", "#!/bin/sh\nwhile [ \"$1\" != env ]; do shift; done\nexec \"$@\"\n");
        script("bin/gpucomm-runner", "#!/bin/sh\nexec " + String.join(" ", FakeGpus.program()) + " \"$@\"\n");
        Files.writeString(folder.resolve("end"), "Succeeded MPIJob bench/x successfully completed.\n");
        Files.writeString(folder.resolve("x.yaml"), PLAN);
    }

    @Test
    void thePlanRunsInThePodsAndItsResultsComeOutOfTheLog() throws Exception {
        var operator = Thread.ofPlatform().daemon().start(this::operate);
        var gpus = FakeGpus.build(folder.resolve("fakes"));
        var run = gpucomm(gpus.environment(), "--on", "kubernetes");
        operator.join();
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("gpucomm: waiting for pods: gpucomm-x-", "worker-0 is Pending ContainerCreating",
                        "# Step 2 of 2, about ", "#  Rank  1 Group  0 Pid ")
                .doesNotContain("#gpucomm-");
        var rows = Parsed.rows(folder.resolve("x.csv"));
        assertThat(rows).hasSize(2 * 2 * 2).allSatisfy(row -> {
            assertThat(row.platform().ranks()).isEqualTo(2);
            assertThat(row.source()).isEqualTo("x.csv");
        });
        assertThat(rows).extracting(row -> row.section() + " " + row.settings().only("NCCL_ALGO"::equals).text())
                .containsOnly("1 ", "2 NCCL_ALGO=Ring");
        assertThat(folder.resolve("x.fingerprint.json")).content().contains("\"section\":1", "\"section\":2");
        assertThat(folder.resolve("x.csv.log")).content().contains("#gpucomm-row {", "#gpucomm-exit 0");
        var name = Files.readString(folder.resolve("manifest.yaml")).replaceFirst("(?s).*?name: (\\S+).*", "$1");
        assertThat(Files.readAllLines(folder.resolve("calls"))).startsWith("-n bench apply -f -")
                .contains("-n bench logs -f job/" + name + "-launcher -c launcher")
                .endsWith("-n bench delete mpijob/" + name + " configmap/" + name + " secret/" + name
                        + " --ignore-not-found");
    }

    @Tag("nightly")
    @Test
    void aJobThatDiesKeepsWhatItToldAndResumeSendsTheRest() throws Exception {
        script("pod", """
                #!/bin/sh
                echo '# PlanStep 1 of 2, about 8 s left; repetition 1: gpucomm bench all_reduce'
                echo '#gpucomm-row {"source":"r.jsonl","section":1,"tool":"gpucomm","library":"nccl","operation":"all_reduce","message_bytes":1024,"time_us":7.5}'
                printf '#gpucomm-done 1\\t4.000\\t%s\\n' "repetition 1: gpucomm bench all_reduce -b 1024 -e 2048 -f 2 -g 2 -n 3 -w 1 --code-warmups 10"
                echo '# PlanStep 2 of 2, about 4 s left; repetition 1: NCCL_ALGO=Ring gpucomm bench all_reduce'
                """);
        Files.writeString(folder.resolve("end"),
                "Failed Job bench/x-launcher has reached the specified backoff limit\n");
        var run = gpucomm(Map.of(), "--on", "kubernetes");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("ended before the plan did: Failed Job bench/x-launcher has reached",
                "--resume goes on with the steps that are left");
        assertThat(Parsed.rows(folder.resolve("x.csv"))).singleElement()
                .satisfies(row -> assertThat(row.outcome().time()).hasToString("7.5 µs"));
        assertThat(Journal.beside(folder.resolve("x.csv"))).content().startsWith("1\t4.000\trepetition 1: gpucomm");

        Files.delete(folder.resolve("log.whole"));
        assertThat(gpucomm(Map.of(), "--on", "kubernetes", "--resume").code()).isEqualTo(1);
        assertThat(configMap().get("steps")).asString().startsWith("1\t4.000\trepetition 1: gpucomm");
    }

    @Test
    void whatKubectlRefusesIsSaidInItsWords() throws Exception {
        script("bin/kubectl",
                "#!/bin/sh\ncat >/dev/null\n[ $3 != apply ] || { echo 'error: no matches for kind \"MPIJob\" in "
                        + "version \"kubeflow.org/v2beta1\"' >&2; exit 1; }\n");
        var run = gpucomm(Map.of(), "--on", "kubernetes");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.output()).contains("gpucomm: kubectl apply failed with code 1: error: no matches for kind",
                "the cluster has no MPI operator of kubeflow.org/v2beta1, which has to be installed once for all");
        script("bin/kubectl",
                "#!/bin/sh\ncat >/dev/null\n[ $3 != apply ] || { echo 'Error from server (Forbidden): no' >&2; "
                        + "exit 1; }\n");
        assertThat(gpucomm(Map.of(), "--on", "kubernetes").output())
                .contains("(Forbidden): no; ask who runs the cluster");
    }

    @Test
    void withoutKubectlTheMessageSaysWhatToDo() throws Exception {
        Files.delete(folder.resolve("bin/kubectl"));
        var run = gpucomm(Map.of("PATH", folder.resolve("bin").toString()), "--on", "kubernetes");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.output())
                .contains("--on kubernetes needs kubectl, which is not on the PATH; install it, or run where");
    }

    @Test
    void aPodThatWasTakenAwayIsNamedWithItsReason() throws Exception {
        script("pod", "#!/bin/sh\necho '# Step 1 of 2'\n");
        Files.writeString(folder.resolve("end"), "Failed 1/2 workers are evicted\n");
        Files.writeString(folder.resolve("fates"), """
                gpucomm-x-worker-0   Completed
                gpucomm-x-worker-1 Evicted The node was low on resource: memory.\s
                """);
        var run = gpucomm(Map.of(), "--on", "kubernetes");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("ended before the plan did: Failed 1/2 workers are evicted; "
                + "gpucomm-x-worker-1 Evicted The node was low on resource: memory.: ask for what the pods need, memory above "
                + "all, by 'resources'", "--resume goes on with the steps that are left").doesNotContain("Completed");
    }

    @Test
    void aPlanWithoutAnImageIsRefused() throws Exception {
        Files.writeString(folder.resolve("x.yaml"), "operations: reduce\nsizes: 8\n");
        var run = gpucomm(Map.of(), "--on", "kubernetes", "--dry-run");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.output()).contains("x.yaml names no image for its pods; write 'kubernetes: {image: ");
    }

    @Test
    void theManifestIsWhatTheOperatorTakes() throws Exception {
        for (var plan : List.of(folder.resolve("x.yaml"), Path.of("../deploy/collectives.yaml"),
                Path.of("../deploy/fabric.yaml"), Path.of("../deploy/ladder.yaml"))) {
            var text = Files.readString(plan);
            var read = PlanReader.read(plan);
            var yaml = new MpiJobManifest("gpucomm-x", read, text, "1\t4.000\tx\n", "s").yaml();
            var documents = documents(yaml);
            assertThat(documents).extracting(document -> String.valueOf(document.get("kind")))
                    .containsExactly("Secret", "ConfigMap", "MPIJob");
            var job = documents.getLast();
            assertThat(Schema.mistakes(schema(FIELDS), job)).isEmpty();
            if (Files.exists(OPERATORS_SCHEMA)) {
                assertThat(Schema.mistakes(operators(), job)).isEmpty();
            }
            // What is sent says what the plan says.
            assertThat(at(documents.get(1), "data", "plan.yaml")).isEqualTo(text.stripTrailing() + "\n");
            int nodes = read.work().stream().mapToInt(Work::nodes).max().orElseThrow();
            assertThat(at(job, "spec", "mpiReplicaSpecs", "Worker", "replicas")).isEqualTo(nodes);
            assertThat(at(job, "spec", "slotsPerWorker")).isEqualTo(read.work().getFirst().processes());
        }
    }

    @Test
    void theSchemaFindsMistakes() throws Exception {
        var yaml = new MpiJobManifest("gpucomm-x", PlanReader.read(folder.resolve("x.yaml")), PLAN, "", "s").yaml();
        for (var mistake : Map
                .of("slotsPerWorker: 1", "slotsPerWorker: one", "backoffLimit", "backOffLimit", "- name: worker",
                        "- nam: worker", "replicas: 1", "replicas: [1]")
                .entrySet()) {
            var wrong = documents(yaml.replace(mistake.getKey(), mistake.getValue())).getLast();
            assertThat(Schema.mistakes(schema(FIELDS), wrong)).as(mistake.getValue()).isNotEmpty();
        }
    }

    @Test
    void aDryRunPrintsTheManifestAndSendsNothing() throws Exception {
        var run = gpucomm(Map.of(), "--on", "kubernetes", "--dry-run");
        assertThat(run.code()).isZero();
        assertThat(run.output()).contains("x: 2 steps, about ", "kind: MPIJob",
                "image: \"registry.example/gpucomm-runner:1\"",
                "secret: \"made when it is sent\"");
        assertThat(folder.resolve("calls")).doesNotExist();
    }

    /** What the operator does: it starts the launcher's command, here with what its pod has at /plan and /tmp. */
    private void operate() {
        try {
            while (!Files.exists(folder.resolve("manifest.yaml"))) {
                Thread.sleep(50);
            }
            var files = Files.createDirectories(folder.resolve("plan"));
            for (var file : configMap().entrySet()) {
                Files.writeString(files.resolve(String.valueOf(file.getKey())), String.valueOf(file.getValue()));
            }
            var launcher = (Map<?, ?>) ((List<?>) at(documents(Files.readString(folder.resolve("manifest.yaml")))
                    .getLast(), "spec", "mpiReplicaSpecs", "Launcher", "template", "spec", "containers")).getFirst();
            var command = (List<?>) Objects.requireNonNull(launcher.get("command"));
            assertThat(command.subList(0, 2)).asString().isEqualTo("[bash, -c]");
            script("pod.part", "#!/bin/bash\n" + String.valueOf(command.get(2)).replace("/plan/", files + "/")
                    .replace("/tmp/gpucomm", folder.resolve("work").toString()));
            Files.move(folder.resolve("pod.part"), folder.resolve("pod"));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Map<?, ?> configMap() throws IOException {
        return (Map<?, ?>) documents(Files.readString(folder.resolve("manifest.yaml"))).get(1).get("data");
    }

    private static Object at(Object value, String... keys) {
        for (var key : keys) {
            value = ((Map<?, ?>) value).get(key);
        }
        return value;
    }

    private static Map<?, ?> schema(Path file) throws IOException {
        return documents(Files.readString(file)).getFirst();
    }

    private static Map<?, ?> operators() throws IOException {
        var versions = (List<?>) at(schema(OPERATORS_SCHEMA), "spec", "versions");
        return (Map<?, ?>) at(versions.getFirst(), "schema", "openAPIV3Schema");
    }

    private static List<Map<?, ?>> documents(String yaml) {
        var options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        var documents = new ArrayList<Map<?, ?>>();
        for (var document : new Yaml(new SafeConstructor(options)).loadAll(yaml)) {
            documents.add((Map<?, ?>) document);
        }
        return documents;
    }

    private Command.Ended gpucomm(Map<String, String> gpus, String... options) throws Exception {
        var environment = new HashMap<>(gpus);
        environment.putIfAbsent("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("FAKE_CUDA_DEVICES", "2");
        var arguments = new ArrayList<>(List.of("run", "x.yaml"));
        arguments.addAll(List.of(options));
        return Command.gpucomm(folder, environment, arguments.toArray(String[]::new)).end();
    }

    private void script(String name, String text) throws IOException {
        assertThat(Files.writeString(folder.resolve(name), text).toFile().setExecutable(true)).isTrue();
    }
}
