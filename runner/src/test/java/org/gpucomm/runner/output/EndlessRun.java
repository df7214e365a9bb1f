package org.gpucomm.runner.output;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import picocli.CommandLine;

/** A benchmark that writes sizes until it is killed; the arguments are those of {@link OutputOptions}. */
final class EndlessRun {

    private EndlessRun() {}

    public static void main(String[] args) {
        var options = CommandLine.populateCommand(new OutputOptions(), args);
        var heading = Example.heading();
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (var sink = Sinks.of(options, nowhere)) {
            sink.begin(heading);
            for (long bytes = 4; bytes < Long.MAX_VALUE; bytes += 4) {
                if (!sink.has(heading, Example.point(bytes))) {
                    sink.point(Example.size(bytes));
                }
            }
        }
    }
}
