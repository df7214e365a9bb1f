package org.gpucomm.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whether the files in deploy fit one another, and what the documentation says about them. */
class DeployTest {

    private static final Path DEPLOY = Path.of("../deploy");
    private static final int SECONDS_TO_END = 10;

    @Test
    void composeHasTwoServersOfOneDatabaseAndOneFolderBehindAProxyThatKnowsBoth() throws Exception {
        var services = yaml(DEPLOY.resolve("compose/compose.yaml")).getFirst().path("services");
        var first = services.path("server-1");
        assertThat(services.path("server-2")).isEqualTo(first);
        var command = words(first.path("command"));
        assertThat(command).contains("--data-dir=/data", "--db-url=jdbc:postgresql://database:5432/gpucomm");
        assertThat(words(first.path("volumes"))).containsExactly("uploads:/data");
        var network = "${GPUCOMM_NETWORK:-172.29.57.0/24}";
        assertThat(command).as("people of an office may have any other address").contains("--trusted-proxy=" + network);
        assertThat(yaml(DEPLOY.resolve("compose/compose.yaml")).getFirst()
                .at("/networks/default/ipam/config/0/subnet").asString()).isEqualTo(network);
        assertThat(first.has("ports")).as("only the proxy is reached from outside").isFalse();
        assertThat(seconds(first.path("stop_grace_period"))).isGreaterThan(SECONDS_TO_END);
        assertThat(services.path("database").path("healthcheck").path("test").isArray()).isTrue();
        assertThat(Files.readString(DEPLOY.resolve("compose/Caddyfile")))
                .contains("reverse_proxy server-1:8080 server-2:8080");
        assertThat(words(services.path("proxy").path("volumes"))).contains("./Caddyfile:/etc/caddy/Caddyfile:ro");
    }

    @Test
    void whatEndsIsStartedAgainAndWhatIsMountedExists() throws Exception {
        for (var file : List.of(Path.of("../docker-compose.yml"), DEPLOY.resolve("compose/compose.yaml"))) {
            var compose = yaml(file).getFirst();
            assertThat(compose.path("services")).as(file.toString()).allSatisfy(service -> {
                assertThat(service.path("restart").asString()).isEqualTo("unless-stopped");
                for (var mounted : words(service.path("volumes"))) {
                    var from = mounted.split(":")[0];
                    assertThat(from.startsWith(".")
                            ? Files.exists(file.resolveSibling(from))
                            : compose.path("volumes").has(from)).as(mounted).isTrue();
                }
            });
        }
    }

    @Test
    void noPasswordHasADefaultAndJavasHeapIsAShareOfTheMemory() throws Exception {
        var compose = DEPLOY.resolve("compose/compose.yaml");
        for (var file : List.of(Path.of("../docker-compose.yml"), compose)) {
            var passwords = Pattern.compile("PASSWORD: (.*)").matcher(Files.readString(file)).results()
                    .map(found -> found.group(1)).toList();
            assertThat(passwords).isNotEmpty().allMatch(each -> each.contains(":?") || each.contains("$GPUCOMM_TOKEN"));
        }
        var server = yaml(compose).getFirst().at("/services/server-1");
        assertThat(server.at("/environment/GPUCOMM_JAVA_OPTS").asString()).contains("MaxRAMPercentage");
        assertThat(server.path("mem_limit").asString()).contains("2g");
        var unit = Files.readString(DEPLOY.resolve("systemd/gpucomm.service"));
        assertThat(unit).contains("MaxRAMPercentage", "MemoryMax=", "Restart=always");
    }

    @Test
    void prometheusAsksEachServerUnderTheNameThatTheRulesKnow() throws Exception {
        var prometheus = yaml(DEPLOY.resolve("metrics/prometheus.yaml")).getFirst();
        var job = prometheus.path("scrape_configs").get(0);
        assertThat(words(job.path("static_configs").get(0).path("targets"))).containsExactly("server-1:8081",
                "server-2:8081");
        assertThat(Files.readString(Path.of("../Dockerfile"))).contains("ENV GPUCOMM_MANAGEMENT_PORT=8081");
        assertThat(Files.readString(DEPLOY.resolve("image/build.sh"))).contains("GPUCOMM_MANAGEMENT_PORT=8081");
        var rules = Files.readString(DEPLOY.resolve("metrics/" + prometheus.path("rule_files").get(0).asString()));
        var jobs = Pattern.compile("job=\"([^\"]*)\"").matcher(rules).results().map(found -> found.group(1)).toList();
        assertThat(jobs).isNotEmpty().containsOnly(job.path("job_name").asString());
        var told = Files.readString(Path.of("../docs/team.md"));
        for (var rule : yaml(DEPLOY.resolve("metrics/alerts.yaml")).getFirst().at("/groups/0/rules")) {
            assertThat(told).contains("`" + rule.path("alert").asString() + "`");
        }
    }

    @Test
    void kubernetesMayRunTheImageAndEndsPodsAfterTheirRequests() throws Exception {
        var all = yaml(DEPLOY.resolve("kubernetes/gpucomm.yaml"));
        assertThat(all.stream().map(each -> each.path("kind").asString())).containsExactlyInAnyOrder(
                "PersistentVolumeClaim", "Deployment", "Service", "PodDisruptionBudget");
        var deployment = all.stream().filter(each -> each.path("kind").asString().equals("Deployment")).findFirst()
                .orElseThrow();
        var pod = deployment.at("/spec/template/spec");
        assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(Files.readString(Path.of("../Dockerfile"))).as("else the pod is refused: a name may be root's")
                .containsPattern("(?m)^USER [1-9][0-9]*$");
        var container = pod.path("containers").get(0);
        assertThat(words(container.path("args"))).contains("--management-port=8081");
        assertThat(container.at("/ports/1/containerPort").asInt()).isEqualTo(8081);
        assertThat(container.at("/livenessProbe/httpGet/port")).isEqualTo(container.at("/ports/1/name"));
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(container.path("volumeMounts").findValuesAsString("mountPath")).containsExactly("/data", "/tmp");
        assertThat(container.at("/env/0/value").asString()).contains("MaxRAMPercentage");
        assertThat(container.at("/resources/limits/memory").asString()).isNotEmpty();
        assertThat(pod.at("/topologySpreadConstraints/0/topologyKey").asString()).isEqualTo("kubernetes.io/hostname");
        int pause = Integer.parseInt(container.at("/lifecycle/preStop/exec/command/1").asString());
        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(pause + SECONDS_TO_END);
        var labels = deployment.at("/spec/template/metadata/labels");
        for (var each : all) {
            var selector = each.at("/spec/selector");
            if (!selector.isMissingNode()) {
                assertThat(selector.has("matchLabels") ? selector.path("matchLabels") : selector).isEqualTo(labels);
            }
        }
        var told = Files.readString(Path.of("../docs/team.md"));
        for (var variable : container.path("env")) {
            if (variable.has("value")) {
                continue;
            }
            var key = variable.at("/valueFrom/secretKeyRef");
            assertThat(key.path("name").asString()).isEqualTo("gpucomm");
            assertThat(told).contains("--from-literal=" + key.path("key").asString() + "=");
        }
    }

    private static List<JsonNode> yaml(Path file) throws IOException {
        try (var text = Files.newBufferedReader(file)) {
            return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                    .map(DeployTest::tree).toList();
        }
    }

    private static JsonNode tree(Object yaml) {
        return JsonMapper.shared().valueToTree(yaml);
    }

    private static List<String> words(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asString).toList();
    }

    private static int seconds(JsonNode time) {
        return Integer.parseInt(time.asString().replace("s", ""));
    }
}
