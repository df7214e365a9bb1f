package org.gpucomm.runner.submit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.runner.plan.Plan;

/**
 * MPIJob that runs a plan. It is submitted and watched by kubectl, and its results are read from its log, so that only the API of the
 * cluster is needed.
 */
final class KubernetesJob implements Cluster {

    private static final long POLL_MILLIS = 2000;
    private static final String CONDITIONS = "{range .status.conditions[?(@.status==\"True\")]}{.type}{\" \"}"
            + "{.message}{\"\\n\"}{end}";
    private static final String PODS = "{range .items[*]}{.metadata.name}{\" is \"}{.status.phase}{\" \"}"
            + "{.status.containerStatuses[*].state.waiting.reason}{\"\\n\"}{end}";

    private static final String FATES = "{range .items[*]}{.metadata.name}{\" \"}{.status.reason}{\" \"}"
            + "{.status.message}{\" \"}{.status.containerStatuses[*].state.terminated.reason}{\"\\n\"}{end}";
    private static final Pattern TAKEN_AWAY = Pattern
            .compile(".*\\b(Evicted|OOMKilled|Preempt\\w*|NodeLost|Terminated)\\b.*");

    private final Plan plan;
    private final String text;
    private final String steps;
    private final Path results;
    private final Path log;
    private final Journal journal;
    private final String name;
    private int linesShown;

    /** @param now time for the name of the job */
    KubernetesJob(Plan plan, Path file, Path results, Journal journal, Instant now) throws IOException, PlanException {
        if (plan.clusters().kubernetes().image() == null) {
            throw new PlanException(file + " names no image for its pods; write 'kubernetes: {image: "
                    + "REGISTRY/gpucomm-runner:latest}' (docs/plans.md)");
        }
        this.plan = plan;
        this.text = Files.readString(file);
        this.steps = journal.text();
        this.results = results;
        this.log = Path.of(results + ".log");
        this.journal = journal;
        this.name = "gpucomm-" + label(plan.name()) + "-"
                + DateTimeFormatter.ofPattern("MMddHHmmss").withZone(ZoneOffset.UTC).format(now);
    }

    @Override
    public String sent() {
        return manifest("made when it is sent").yaml();
    }

    @Override
    public int run(PrintWriter out) throws IOException, InterruptedException {
        Tool.require("kubectl", "--on kubernetes");
        var secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        var applied = Tool.run(kubectl("apply", "-f", "-"), manifest(HexFormat.of().formatHex(secret)).yaml());
        if (applied.code() != 0) {
            // The cluster may have accepted the first two and refused the third.
            Tool.run(kubectl("delete", "configmap/" + name, "secret/" + name, "--ignore-not-found"));
            throw new IOException("kubectl apply failed with code " + applied.code() + ": " + applied.error().strip()
                    + toDo(applied.error()));
        }
        Cluster.say(out, "MPIJob " + name + " is sent");
        try (var _ = new ShutdownHook("delete-job", this::delete)) {
            var report = new LoggedResults(plan.steps(), results, journal);
            var end = follow(report, out);
            keepLog(report);
            if (report.code().isPresent()) {
                return report.code().getAsInt();
            }
            Cluster.say(out,
                    "MPIJob " + name + " ended before the plan did: " + end + fates() + "; what it printed is in "
                            + log
                            + ", and --resume goes on with the steps that are left");
            return 1;
        } catch (PlanException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            delete();
        }
    }

    /** Returns advice about a refusal, as a further clause. */
    private static String toDo(String refusal) {
        if (refusal.contains("no matches for kind \"MPIJob\"")) {
            return "; the cluster has no MPI operator of kubeflow.org/v2beta1, which has to be installed once for all";
        }
        if (refusal.contains("orbidden")) {
            return "; ask who runs the cluster for the right to create mpijobs, secrets and configmaps in the namespace, or "
                    + "name another one as 'namespace' in the plan";
        }
        return refusal.contains("refused") || refusal.contains("onfiguration")
                ? "; kubectl config view shows the cluster that kubectl speaks to"
                : "; --dry-run prints what is sent, and the plan's part 'kubernetes' says what is in it";
    }

    /** Returns the reasons of pods that were evicted or killed, as further clauses. */
    private String fates() throws IOException, InterruptedException {
        var gone = kubectlText("get", "pods", "-l", "training.kubeflow.org/job-name=" + name, "-o", "jsonpath=" + FATES)
                .lines().map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(line -> TAKEN_AWAY.matcher(line).matches()).toList();
        return gone.isEmpty()
                ? ""
                : "; " + String.join(", ", gone)
                        + ": ask for what the pods need, memory above all, by 'resources' in the "
                        + "plan's part 'kubernetes'";
    }

    private MpiJobManifest manifest(String secret) {
        return new MpiJobManifest(name, plan, text, steps, secret);
    }

    /** Shows the state of the pods, then the log, until the job ends. Returns the condition that ended the job. */
    private String follow(LoggedResults report, PrintWriter out)
            throws IOException, InterruptedException, PlanException {
        var shown = "";
        while (true) {
            var state = kubectlText("get", "mpijob/" + name, "-o", "jsonpath=" + CONDITIONS).strip();
            var last = state.substring(state.lastIndexOf('\n') + 1);
            if (last.startsWith("Succeeded") || last.startsWith("Failed")) {
                return last;
            }
            if (last.startsWith("Running")) {
                showLog(report, out);
            } else {
                var pods = kubectlText("get", "pods", "-l", "training.kubeflow.org/job-name=" + name, "-o",
                        "jsonpath=" + PODS).strip().replaceAll("(?<!\\s)\\s*\n", ", ");
                if (!pods.equals(shown)) {
                    Cluster.say(out, "waiting for pods: " + pods);
                    shown = pods;
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Shows the log until it ends or the connection breaks, without the lines shown before. */
    private void showLog(LoggedResults report, PrintWriter out) throws IOException, PlanException {
        var process = new ProcessBuilder(kubectl("logs", "-f", "job/" + name + "-launcher", "-c", "launcher"))
                .redirectError(Redirect.DISCARD).start();
        int number = 0;
        try (var lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (report.read(line) && number > linesShown) {
                    out.println(line);
                    out.flush();
                }
                linesShown = Math.max(linesShown, number);
            }
        } finally {
            process.destroy();
        }
    }

    /** Stores the whole log and reads it again for lines that were missed while following it. */
    private void keepLog(LoggedResults report) throws IOException, InterruptedException, PlanException {
        var whole = kubectlText("logs", "job/" + name + "-launcher", "-c", "launcher");
        Files.writeString(log, whole);
        for (var line : whole.lines().toList()) {
            report.read(line);
        }
    }

    private void delete() {
        try {
            Tool.run(kubectl("delete", "mpijob/" + name, "configmap/" + name, "secret/" + name, "--ignore-not-found"))
                    .orThrow("kubectl delete");
        } catch (IOException e) {
            System.err.println("gpucomm: " + name + " could not be deleted: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String kubectlText(String... arguments) throws IOException, InterruptedException {
        return Tool.run(kubectl(arguments)).orThrow("kubectl " + arguments[0]);
    }

    private List<String> kubectl(String... arguments) {
        var command = new ArrayList<>(List.of("kubectl"));
        var namespace = plan.clusters().kubernetes().namespace();
        if (namespace != null) {
            command.addAll(List.of("-n", namespace));
        }
        Stream.of(arguments).forEach(command::add);
        return command;
    }

    /** Returns a name as part of a Kubernetes name: lower-case letters, digits and dashes. */
    private static String label(String name) {
        var label = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return label.isEmpty() ? "plan" : label.substring(0, Math.min(label.length(), 30)).replaceAll("-$", "");
    }
}
