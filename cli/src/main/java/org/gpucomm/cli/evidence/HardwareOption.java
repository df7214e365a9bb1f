package org.gpucomm.cli.evidence;

import java.io.IOException;
import java.nio.file.Path;

import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.cli.terminal.FailureWords;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Option for a user's own hardware profiles, of commands that judge results by the hardware. */
public final class HardwareOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--hardware", paramLabel = "FILE",
            description = "Your own hardware profiles (YAML), asked before those that come with gpucomm.")
    private @Nullable Path file;

    /**
     * Returns the user's profiles, then the bundled ones.
     *
     * @throws ParameterException if the file is unreadable or malformed
     */
    public Profiles profiles() {
        try {
            return file == null ? Profiles.bundled() : Profiles.bundled().and(file);
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), "--hardware: " + FailureWords.of(e));
        }
    }
}
