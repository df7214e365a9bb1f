package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.gpucomm.runner.bench.FakeGpus;

/** The program itself, run as a process as a user runs it. */
record Command(Process process, Path out) {

    /** @param environment variables besides this process's, without those of launchers */
    static Command start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        var out = Files.createTempFile(folder, "command", ".out");
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|FAKE|GPUCOMM)_.*|RANK"));
        builder.environment().putAll(environment);
        return new Command(builder.start(), out);
    }

    /** {@code gpucomm} with these arguments. */
    static Command gpucomm(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(FakeGpus.program());
        command.addAll(List.of(arguments));
        return start(folder, environment, command);
    }

    /** What it printed, once it has ended. */
    Ended end() throws IOException, InterruptedException {
        boolean ended = process.waitFor(4, TimeUnit.MINUTES);
        process.destroyForcibly();
        return new Ended(ended ? process.exitValue() : -1, text());
    }

    String text() throws IOException {
        return Files.readString(out);
    }

    /** @param output both outputs */
    record Ended(int code, String output) {}
}
