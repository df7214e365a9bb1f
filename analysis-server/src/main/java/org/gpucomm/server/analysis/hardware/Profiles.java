package org.gpucomm.server.analysis.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** The table of hardware profiles: the users' own first, then those that come with gpucomm. */
public final class Profiles {

    private final List<Profile> profiles;

    private Profiles(List<Profile> profiles) {
        this.profiles = List.copyOf(profiles);
    }

    /** Those that come with gpucomm. */
    public static Profiles bundled() {
        try (var in = Objects.requireNonNull(Profiles.class.getResourceAsStream("/analysis/hardware.yaml"))) {
            return new Profiles(read(in, "hardware.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * These, after those in a file of the same form.
     *
     * @throws IOException if it cannot be read or is not of that form; the message says where
     */
    public Profiles and(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var all = new ArrayList<>(read(in, file.toString()));
            all.addAll(profiles);
            return new Profiles(all);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The hardware of rows that name this instance type, or where they name none this GPU. */
    public Optional<Profile> of(String instanceType, String gpu) {
        return profiles.stream().filter(profile -> profile.fits(instanceType, gpu)).findFirst();
    }

    public List<Profile> all() {
        return profiles;
    }

    private static List<Profile> read(InputStream in, String name) throws IOException {
        Object document;
        try {
            document = new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (YAMLException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
        if (!(document instanceof List<?> entries)) {
            throw new IllegalArgumentException(name + ": must be a list of profiles, each beginning with '- id: NAME'");
        }
        var profiles = new ArrayList<Profile>();
        for (var entry : entries) {
            profiles.add(new Entry(name + ", profile " + (profiles.size() + 1), entry).profile());
        }
        return profiles;
    }

    /** One entry of the file, with its place for messages. */
    private record Entry(String where, @Nullable Object value) {

        Profile profile() {
            return new Profile(text("id"), text("title"), texts("instances"), texts("gpus"), (int) number("node_gpus"),
                    number("nvlink"), "none".equals(get("nic")) ? null : number("nic"), number("pcie"), number("hbm"),
                    flag("nvls"), text("source"));
        }

        private Object get(String key) {
            if (!(value instanceof Map<?, ?> map) || map.get(key) == null) {
                throw new IllegalArgumentException(where + ": '" + key + "' is missing");
            }
            return Objects.requireNonNull(map.get(key));
        }

        private String text(String key) {
            return String.valueOf(get(key));
        }

        private List<String> texts(String key) {
            if (get(key) instanceof List<?> list) {
                return list.stream().map(String::valueOf).toList();
            }
            throw new IllegalArgumentException(where + ": '" + key + "' must be a list");
        }

        /** False where it is not said, as in files that are older than this. */
        private boolean flag(String key) {
            return value instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get(key));
        }

        private double number(String key) {
            if (get(key) instanceof Number number && number.doubleValue() > 0) {
                return number.doubleValue();
            }
            throw new IllegalArgumentException(where + ": '" + key + "' must be a number above 0");
        }
    }
}
