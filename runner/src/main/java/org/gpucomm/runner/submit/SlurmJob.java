package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.Work;

/** Slurm batch job that runs a plan, each step by srun. The plan, the results and this program must be on a shared file system. */
final class SlurmJob implements Cluster {

    private static final long POLL_MILLIS = 1000;
    private static final int MOST_AT_ONCE = 1 << 20;
    private static final Pattern EXIT_CODE = Pattern.compile("\\bExitCode=(\\d+):(\\d+)");
    private static final Pattern STATE = Pattern.compile("\\bJobState=([^\\s=]+) Reason=(\\S+)");

    private final Plan plan;
    private final Path file;
    private final Path results;
    private final Path log;
    private final Path script;
    private final List<String> gpucomm;
    private long shown;

    /**
     * @param file    file of the plan
     * @param gpucomm command that starts gpucomm on a node
     */
    SlurmJob(Plan plan, Path file, Path results, List<String> gpucomm) {
        this.plan = plan;
        this.file = file.toAbsolutePath();
        this.results = results.toAbsolutePath();
        this.log = Path.of(this.results + ".log");
        this.script = Path.of(this.results + ".sbatch");
        this.gpucomm = gpucomm;
    }

    @Override
    public String sent() {
        var options = new ArrayList<>(List.of("--job-name=gpucomm-" + plan.name(), "--nodes=" + plan.most(Work::nodes),
                "--ntasks-per-node=" + plan.most(Work::processes), "--output=" + log, "--open-mode=append",
                "--chdir=" + Path.of("").toAbsolutePath()));
        options.addAll(plan.clusters().sbatch());
        var run = new ArrayList<>(gpucomm);
        run.addAll(List.of("run", file.toString(), "--start", "srun", "--resume", "--output", results.toString()));
        return "#!/bin/bash\n"
                + options.stream().map(option -> "#SBATCH " + Tool.quoted(option) + "\n").collect(Collectors.joining())
                + """
                        # Processes let in only who knows this; nobody outside the job does.
                        GPUCOMM_SECRET=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
                        export GPUCOMM_SECRET
                        exec\s"""
                + run.stream().map(Tool::quoted).collect(Collectors.joining(" ")) + "\n";
    }

    @Override
    public int run(PrintWriter out) throws IOException, InterruptedException {
        Tool.require("sbatch", "--on slurm");
        Files.writeString(script, sent());
        shown = Files.exists(log) ? Files.size(log) : 0;
        var job = Tool.run(List.of("sbatch", "--parsable", script.toString())).orThrow("sbatch").strip()
                .replaceFirst(";.*", "");
        Cluster.say(out, "job " + job + " is submitted; its script is " + script + ", what it prints goes to " + log);
        var state = "";
        try (var _ = new ShutdownHook("cancel-job", () -> cancel(job))) {
            while (true) {
                var now = state(job);
                if (!now.equals(state)) {
                    Cluster.say(out, "job " + job + " is " + now);
                    state = now;
                }
                show(out, isOver(state));
                if (isOver(state)) {
                    return code(job, state, out);
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Returns the state of a job, for example {@code PENDING (Resources)} or {@code RUNNING}; {@code GONE} if unknown. */
    private static String state(String job) throws IOException, InterruptedException {
        var state = STATE.matcher(description(job));
        if (!state.find()) {
            return "GONE";
        }
        return state.group(2).equals("None") ? state.group(1) : state.group(1) + " (" + state.group(2) + ")";
    }

    private static String description(String job) throws IOException, InterruptedException {
        return Tool.run(List.of("scontrol", "show", "job", "-o", job)).text();
    }

    private static boolean isOver(String state) {
        return !state.matches("(PENDING|CONFIGURING|RUNNING|COMPLETING|SUSPENDED|REQUEUED|RESIZING|STAGE_OUT).*");
    }

    /** Returns the exit code of the run in the job; 1 if the job did not end normally. */
    private static int code(String job, String state, PrintWriter out) throws IOException, InterruptedException {
        var exit = EXIT_CODE.matcher(description(job));
        if (exit.find() && state.matches("(COMPLETED|FAILED).*") && exit.group(2).equals("0")) {
            return Integer.parseInt(exit.group(1));
        }
        Cluster.say(out, "job " + job + " ended before the plan did, it is " + state
                + "; --resume goes on with the steps that are left");
        return 1;
    }

    /** Shows new lines of the log, if the file is visible here; at the end also a line without its end. */
    private void show(PrintWriter out, boolean all) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            int whole;
            do {
                var news = new byte[Math.clamp(file.length() - shown, 0, MOST_AT_ONCE)];
                file.seek(shown);
                file.readFully(news);
                whole = news.length;
                while (whole > 0 && news[whole - 1] != '\n') {
                    whole--;
                }
                if (whole == 0 && (all || news.length == MOST_AT_ONCE)) {
                    whole = news.length;
                }
                shown += whole;
                out.print(new String(news, 0, whole, StandardCharsets.UTF_8));
            } while (whole > 0);
            out.flush();
        }
    }

    private static void cancel(String job) {
        try {
            Tool.run(List.of("scancel", job));
        } catch (IOException e) {
            System.err.println("gpucomm: job " + job + " could not be cancelled: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
