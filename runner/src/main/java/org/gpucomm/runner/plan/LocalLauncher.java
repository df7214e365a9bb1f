package org.gpucomm.runner.plan;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

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

    /** This program again, by the Java that runs it and with the options that the launcher gives it. */
    static LocalLauncher ofThisProgram(String mainClass) {
        var program = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        program.addAll(javaOptions());
        program.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        return new LocalLauncher(program, Redirect.INHERIT);
    }

    private static List<String> javaOptions() {
        try (var in = Objects.requireNonNull(LocalLauncher.class.getResourceAsStream("/java.options"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int run(Step step, Path output, Duration limit) throws IOException, InterruptedException {
        var processes = new CopyOnWriteArrayList<Process>();
        var killer = new Thread(() -> end(processes), "end-step");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            for (var command : commands(step, output)) {
                processes.add(start(command, step));
            }
            return code(processes, limit);
        } finally {
            end(processes);
            forget(killer);
        }
    }

    private static List<List<String>> commands(Step step, Path output) throws IOException {
        if (step.processes() == 1) {
            return List.of(step.command(output));
        }
        var rendezvous = freeAddress();
        return IntStream.range(0, step.processes()).mapToObj(i -> step.command(output, i, rendezvous)).toList();
    }

    private static String freeAddress() throws IOException {
        var loopback = InetAddress.getLoopbackAddress();
        try (var socket = new ServerSocket(0, 1, loopback)) {
            return loopback.getHostAddress() + ":" + socket.getLocalPort();
        }
    }

    private Process start(List<String> arguments, Step step) throws IOException {
        var command = new ArrayList<>(program);
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectInput(Redirect.INHERIT).redirectOutput(terminal)
                .redirectError(terminal);
        step.environment().forEach((name, value) -> value.ifPresentOrElse(text -> builder.environment().put(name, text),
                () -> builder.environment().remove(name)));
        return builder.start();
    }

    /** The first process's, which knows of wrong data; where that is 0, the code of one that failed nevertheless. */
    private static int code(List<Process> processes, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        int code = 0;
        for (var process : processes) {
            if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return TIMED_OUT;
            }
            code = code == 0 ? process.exitValue() : code;
        }
        return code;
    }

    private static void end(List<Process> processes) {
        var all = new ArrayList<ProcessHandle>();
        for (var process : processes) {
            all.addAll(process.descendants().toList());
            all.add(process.toHandle());
        }
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        long end = System.nanoTime() + GRACE.toNanos();
        try {
            for (var process : processes) {
                process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
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
