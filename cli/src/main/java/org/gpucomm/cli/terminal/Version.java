package org.gpucomm.cli.terminal;

import java.util.Objects;

import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the jar's manifest. */
public final class Version implements IVersionProvider {

    public static String current() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");
    }

    @Override
    public String[] getVersion() {
        return new String[]{"gpucomm " + current()};
    }
}
