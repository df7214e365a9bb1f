package org.gpucomm.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

import picocli.CommandLine.IVersionProvider;

/** Version of this build: number, commit and date of the commit. */
public final class Version implements IVersionProvider {

    private static final Properties BUILD = read();

    /** Returns the version number, for example {@code 0.9.0}. */
    public static String current() {
        return BUILD.getProperty("version");
    }

    @Override
    public String[] getVersion() {
        return new String[]{"gpucomm " + current(),
                "commit %s of %s".formatted(BUILD.getProperty("commit"), BUILD.getProperty("date"))};
    }

    private static Properties read() {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
