package org.gpucomm.runner.submit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.output.ShownDuration;
import org.gpucomm.runner.plan.OtherProgram;
import org.gpucomm.runner.plan.PlanStep;
import org.jspecify.annotations.Nullable;

/**
 * Launcher of steps as processes of this host, which may be srun or mpirun. A step never outlives this process.
 *
 * @param terminal target of both output streams of bench
 * @param says     writer that shows the output of programs
 */
record ProcessLauncher(CommandLines commands, Redirect terminal, PrintWriter says) implements StepLauncher {

    /** Time for processes to end gracefully before they are killed. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Marks a timeout; not a possible exit code. */
    private static final int TIMED_OUT = -1;

    private static final int BUFFER = 1 << 13;
    private static final File NO_INPUT = new File("/dev/null");

    @Override
    public Ended run(PlanStep step, Path output, Duration limit) throws IOException, InterruptedException {
        var files = StepFiles.of(step, output);
        boolean printsResults = commands.printsResults(step.work());
        if (printsResults) {
            files.create();
        }
        var started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var processes = new CopyOnWriteArrayList<Process>();
        var copies = new ArrayList<FutureTask<@Nullable Void>>();
        var killer = new ShutdownHook("end-step", () -> end(processes));
        int code;
        try {
            for (var command : commands.of(step, output, files.folder().toAbsolutePath())) {
                var process = start(command, step, files, printsResults);
                processes.add(process);
                if (printsResults) {
                    copies.add(copying(process.getInputStream(), files.log(),
                            step.work() instanceof OtherProgram ? says : null));
                    copies.add(copying(process.getErrorStream(), files.err(), says));
                }
            }
            code = code(processes, limit);
        } finally {
            end(processes);
            killer.close();
            for (var copy : copies) {
                await(copy);
            }
        }
        if (code == TIMED_OUT) {
            return Ended.failed("took longer than " + ShownDuration.of(limit) + " and was ended");
        }
        return printsResults ? collect(step, output, files, code, started) : Ended.ofBench(code);
    }

    /** Adds the results that a step printed, unless it failed for a reason other than wrong data. */
    private Ended collect(PlanStep step, Path output, StepFiles files, int code, String started) throws IOException {
        var rows = new StepRows(step, output, started);
        try {
            for (var file : files.results(step)) {
                if (!Files.exists(file)) {
                    return failed(code, "did not write " + file.getFileName(), files);
                }
                rows.read(Files.newInputStream(file), Objects.requireNonNull(file.getFileName()).toString());
            }
        } catch (UnreadableFile e) {
            return failed(code, "printed no results: " + e.getMessage(), files);
        }
        if (rows.isEmpty() || code != 0 && !rows.hasWrongData()) {
            return failed(code, "printed no results", files);
        }
        rows.write();
        if (!rows.problems().isEmpty()) {
            says.println("gpucomm: step " + step.number() + ": " + rows.problems());
        }
        return code == 0 ? Ended.WELL : Ended.failed("ended with code " + code);
    }

    /** Returns the failure of a step: with code 0 it printed no results; otherwise its last words explain the failure. */
    private static Ended failed(int code, String otherwise, StepFiles files) throws IOException {
        var words = files.lastWords();
        return Ended.failed((code == 0 ? otherwise : "failed with code " + code)
                + (words.isEmpty() || code == 0 ? "" : ": “" + words + "”") + "; all that it printed is in "
                + files.folder());
    }

    private Process start(List<String> command, PlanStep step, StepFiles files, boolean printsResults)
            throws IOException {
        var builder = new ProcessBuilder(command).redirectInput(printsResults
                ? Redirect.from(NO_INPUT)
                : Redirect.INHERIT);
        if (!printsResults) {
            builder.redirectOutput(terminal).redirectError(terminal);
        }
        CommandLines.environment(step, files.folder().toAbsolutePath()).forEach((name, value) -> value.ifPresentOrElse(
                text -> builder.environment().put(name, text), () -> builder.environment().remove(name)));
        return builder.start();
    }

    /** Returns the exit code of the first process, which knows about wrong data; if that is 0, the first other non-zero code. */
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

    /** Starts a thread that copies the output of a process to a file, byte for byte; {@code shown} is null to show nothing. */
    private static FutureTask<@Nullable Void> copying(InputStream from, Path file, @Nullable PrintWriter shown) {
        var copy = new FutureTask<@Nullable Void>(() -> {
            copy(from, file, shown);
            return null;
        });
        new Thread(copy, "copy-" + file.getFileName()).start();
        return copy;
    }

    /** Waits for the end of the output. */
    private static void await(FutureTask<@Nullable Void> copy) throws IOException, InterruptedException {
        try {
            copy.get();
        } catch (ExecutionException e) {
            throw new IOException("what the step printed could not be kept: " + e.getCause().getMessage(), e);
        }
    }

    private static void copy(InputStream from, Path file, @Nullable PrintWriter shown) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            // A character may begin in one block and end in the next.
            var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
            var bytes = ByteBuffer.allocate(BUFFER);
            var text = CharBuffer.allocate(BUFFER);
            for (int n = 0; n >= 0;) {
                n = from.read(bytes.array(), bytes.position(), bytes.remaining());
                out.write(bytes.array(), bytes.position(), Math.max(0, n));
                bytes.position(bytes.position() + Math.max(0, n)).flip();
                decoder.decode(bytes, text, n < 0);
                bytes.compact();
                if (shown != null) {
                    shown.print(text.flip());
                    shown.flush();
                }
                text.clear();
            }
        }
    }
}
