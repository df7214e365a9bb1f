package org.gpucomm.runner.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.Work;

/**
 * Kubernetes manifest of a secret for the processes, a ConfigMap with the plan, and an MPIJob (mpi-operator, v2beta1) whose launcher runs
 * the plan on its workers.
 *
 * @param name   name of all three objects
 * @param text   text of the plan
 * @param steps  journal of completed steps
 * @param secret secret shared by the processes
 */
record MpiJobManifest(String name, Plan plan, String text, String steps, String secret) {

    /** Time after which Kubernetes deletes a finished MPIJob that its sender did not delete. */
    private static final int KEPT_SECONDS = 3600;
    private static final int STARTING_SECONDS = 1800;

    /** Script of the launcher: runs the plan in a writable folder and reports results in the log. */
    private static final String SCRIPT = """
            mkdir -p /tmp/gpucomm && cd /tmp/gpucomm && cp /plan/plan.yaml . && cp /plan/steps results.jsonl.steps
            gpucomm-runner run plan.yaml --start mpirun --report --resume --output results.jsonl
            echo "%s$?"
            """.formatted(LoggedResults.EXIT);

    String yaml() {
        var kubernetes = plan.clusters().kubernetes();
        return """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: %1$s
                stringData:
                  secret: %2$s
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: %1$s
                data:
                  plan.yaml: %3$s
                  steps: %4$s
                ---
                apiVersion: kubeflow.org/v2beta1
                kind: MPIJob
                metadata:
                  name: %1$s
                spec:
                  slotsPerWorker: %5$d
                  launcherCreationPolicy: WaitForWorkersReady
                  runPolicy:
                    cleanPodPolicy: Running
                    backoffLimit: 0
                    ttlSecondsAfterFinished: %6$d
                    activeDeadlineSeconds: %7$d
                  mpiReplicaSpecs:
                    Launcher:
                      replicas: 1
                      template:
                        spec:
                          restartPolicy: Never
                          containers:
                            - name: launcher
                              image: %8$s
                              command:
                                - bash
                                - -c
                                - %9$s
                              env: %10$s
                              resources:
                                requests: {cpu: "1", memory: 1Gi}
                              volumeMounts:
                                - {name: plan, mountPath: /plan}
                          volumes:
                            - {name: plan, configMap: {name: %1$s}}
                    Worker:
                      replicas: %11$d
                      template:
                        spec:
                          nodeSelector: %12$s
                          containers:
                            - name: worker
                              image: %8$s
                              env: %10$s
                              resources:
                                requests: %13$s
                                limits: %13$s
                              volumeMounts:
                                - {name: shm, mountPath: /dev/shm}
                          volumes:
                            - {name: shm, emptyDir: {medium: Memory}}
                """.formatted(name, quoted(secret), block(text, 4), block(steps, 4), plan.most(Work::processes),
                KEPT_SECONDS,
                seconds(), quoted(Objects.requireNonNullElse(kubernetes.image(), "")), block(SCRIPT, 20),
                environment(kubernetes.environment()),
                plan.most(Work::nodes), flow(kubernetes.nodeSelector()), flow(kubernetes.resources()));
    }

    /** Returns the time limit of the job in seconds. */
    private long seconds() {
        return plan.steps().size() * plan.limit().toSeconds() + STARTING_SECONDS;
    }

    private String environment(Map<String, String> variables) {
        var entries = new ArrayList<>(List.of("{name: GPUCOMM_SECRET, valueFrom: {secretKeyRef: {name: " + name
                + ", key: secret}}}"));
        variables.forEach((variable, value) -> entries
                .add("{name: " + quoted(variable) + ", value: " + quoted(value) + "}"));
        return "[" + String.join(", ", entries) + "]";
    }

    private static String flow(Map<String, String> map) {
        return map.entrySet().stream().map(entry -> quoted(entry.getKey()) + ": " + quoted(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Returns a text as an indented YAML block; {@code blanks} is two more than the indentation of its key. */
    private static String block(String text, int blanks) {
        return text.isEmpty()
                ? "\"\""
                : "|2\n" + text.stripTrailing().lines().map(line -> " ".repeat(blanks) + line)
                        .collect(Collectors.joining("\n"));
    }

    /** Returns a text as a JSON string, which is also valid YAML. */
    private static String quoted(String text) {
        var json = new StringBuilder();
        Json.quote(json, text);
        return json.toString();
    }
}
