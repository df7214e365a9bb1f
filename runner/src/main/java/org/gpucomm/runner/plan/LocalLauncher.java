package org.gpucomm.runner.plan;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs steps as processes of this host; they write to the same terminal. A step never outlives this process. */
final class LocalLauncher implements StepLauncher {

    /** Time to end in good order, before it is killed. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<String> program;
    private final Redirect terminal;

    /**
     * @param program  what stands before {@code bench}
     * @param terminal where both outputs of a step go
     */
    LocalLauncher(List<String> program, Redirect terminal) {
        this.program = List.copyOf(program);
        this.terminal = terminal;
    }

    /** This program again, by the Java that runs it. */
    static LocalLauncher ofThisProgram(String mainClass) {
        return new LocalLauncher(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                mainClass), Redirect.INHERIT);
    }

    @Override
    public int run(Step step, Path output, Duration limit) throws IOException, InterruptedException {
        var command = new ArrayList<>(program);
        command.addAll(step.command(output));
        var builder = new ProcessBuilder(command).redirectInput(Redirect.INHERIT).redirectOutput(terminal)
                .redirectError(terminal);
        step.environment().forEach((name, value) -> value.ifPresentOrElse(text -> builder.environment().put(name, text),
                () -> builder.environment().remove(name)));
        var process = builder.start();
        var killer = new Thread(() -> end(process), "end-step");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return ended ? process.exitValue() : TIMED_OUT;
        } finally {
            end(process);
            forget(killer);
        }
    }

    private static void end(Process process) {
        var all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        try {
            process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        all.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread killer) {
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException shuttingDown) {
            // The hook is doing its work.
        }
    }
}
