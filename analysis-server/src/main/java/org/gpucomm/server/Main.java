package org.gpucomm.server;

import org.gpucomm.server.serve.ServeCommand;
import org.gpucomm.server.upload.UploadCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of every command that needs no GPU. Starts Spring for {@code serve} only. */
@Command(name = "gpucomm", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "Measure, keep, compare and draw GPU communication benchmarks.",
        subcommands = {ServeCommand.class, UploadCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
