package org.gpucomm.server.analysis.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;

/** The table of hardware profiles: the users' own first, then those that come with gpucomm. */
public final class Profiles {

    private static final List<Published> PUBLISHED = PublishedFile.bundled();

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
        } catch (InvalidSpec e) {
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

    /** Returns what users keep and what was published. */
    public List<Published> values() {
        return Stream.concat(profiles.stream().flatMap(profile -> profile.values().stream()), PUBLISHED.stream())
                .toList();
    }

    /** Returns the model of the GPUs of rows that name this instance type or this GPU; empty where neither is known. */
    public static String model(String instanceType, String gpu) {
        return GpuModel.of(gpu).or(() -> GpuModel.ofInstance(instanceType)).orElse(gpu);
    }

    private static List<Profile> read(InputStream in, String name) {
        var file = new YamlFile(name, "the file", "each profile begins with '- id: NAME'");
        return file.list(new InputStreamReader(in, StandardCharsets.UTF_8)).stream()
                .map(entry -> profile(entry.map())).toList();
    }

    private static Profile profile(YamlMap entry) {
        entry.only("id", "title", "instances", "gpus", "node_gpus", "nvlink", "nic", "interfaces", "pcie", "hbm",
                "nvls", "source", "fabric", "values");
        return new Profile(entry.text("id"), entry.text("title"), entry.texts("instances"), entry.texts("gpus"),
                entry.value("node_gpus").whole(1), rate(entry, "nvlink"),
                entry.text("nic").equals("none") ? null : rate(entry, "nic"),
                entry.find("interfaces").map(value -> value.whole(1)).orElse(null), rate(entry, "pcie"),
                rate(entry, "hbm"),
                entry.yes("nvls", false), entry.text("source"), PublishedFile.of(entry));
    }

    private static double rate(YamlMap entry, String key) {
        double rate = entry.number(key);
        if (rate <= 0) {
            throw entry.error(key, "must be a number above 0, was '" + entry.text(key) + "'");
        }
        return rate;
    }
}
