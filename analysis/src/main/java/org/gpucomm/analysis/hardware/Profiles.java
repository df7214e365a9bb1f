package org.gpucomm.analysis.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;

/** Table of hardware profiles: users' own profiles, then the bundled ones. */
public final class Profiles {

    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,59}");
    private static final List<Published> PUBLISHED = PublishedFile.bundled();

    private final List<Profile> profiles;
    private final List<Published> values;

    private Profiles(List<Profile> profiles) {
        this.profiles = List.copyOf(profiles);
        this.values = Stream.concat(profiles.stream().flatMap(profile -> profile.values().stream()), PUBLISHED.stream())
                .toList();
    }

    /** Returns the bundled profiles. */
    public static Profiles bundled() {
        try (var in = Objects.requireNonNull(Profiles.class.getResourceAsStream("/analysis/hardware.yaml"))) {
            return new Profiles(read(reader(in), "hardware.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns these profiles after those in a file of the same form.
     *
     * @throws IOException if the file is unreadable or malformed; the message names the place
     */
    public Profiles and(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return and(read(reader(in), file.toString()));
        } catch (InvalidSpec e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns these profiles after the given ones. */
    public Profiles and(List<Profile> first) {
        var all = new ArrayList<>(first);
        all.addAll(profiles);
        return new Profiles(all);
    }

    /**
     * Reads profiles in the form of {@link #and(Path)}.
     *
     * @param name name of the text, for messages
     * @throws InvalidSpec if they are malformed; the message names the place
     */
    public static List<Profile> in(String yaml, String name) {
        return read(new StringReader(yaml), name);
    }

    /** Returns the hardware of rows with this instance type or, if that is empty, with this GPU. */
    public Optional<Profile> of(String instanceType, String gpu) {
        return profiles.stream().filter(profile -> profile.fits(instanceType, gpu)).findFirst();
    }

    public List<Profile> all() {
        return profiles;
    }

    /** Returns the values that users recorded and the published ones. */
    public List<Published> values() {
        return values;
    }

    /** Returns the GPU model of rows with this GPU or, if it is unknown, with this instance type; else the name of the GPU. */
    public static String model(String instanceType, String gpu) {
        return GpuModel.of(gpu).or(() -> GpuModel.ofInstance(instanceType)).orElse(gpu);
    }

    private static Reader reader(InputStream in) {
        return new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    private static List<Profile> read(Reader yaml, String name) {
        var ids = new HashSet<String>();
        return new YamlFile(name, "the file", "each profile begins with '- id: NAME'").list(yaml).stream()
                .map(entry -> profile(entry.map(), ids)).toList();
    }

    /** @param ids ids of the profiles before it */
    private static Profile profile(YamlMap entry, Set<String> ids) {
        entry.only("id", "title", "instances", "gpus", "node_gpus", "nvlink", "nic", "interfaces", "pcie", "hbm",
                "nvls", "source", "fabric", "values");
        var id = entry.text("id");
        if (!ID.matcher(id).matches()) {
            throw entry.error("id",
                    "must be 1 to 60 of a-z, 0-9, '.', '_' and '-', such as our-h100, was '" + id + "'");
        }
        if (!ids.add(id)) {
            throw entry.error("id", "is that of an earlier profile, '" + id + "'");
        }
        var instances = entry.texts("instances");
        var gpus = entry.texts("gpus");
        if (instances.isEmpty() && gpus.isEmpty()) {
            throw entry.error("neither instances nor gpus names anything, so that no result has this profile");
        }
        var profile = new Profile(id, filled(entry, "title"), instances, gpus, entry.value("node_gpus").whole(1),
                rate(entry, "nvlink"), entry.text("nic").equals("none") ? null : rate(entry, "nic"),
                entry.find("interfaces").map(value -> value.whole(1)).orElse(null), rate(entry, "pcie"),
                rate(entry, "hbm"), entry.yes("nvls", false), filled(entry, "source"), entry.text("fabric", ""),
                PublishedFile.of(entry));
        if (!profile.fabric().isEmpty() && !NodeNetwork.NAMES.contains(profile.fabric())) {
            throw entry.error("fabric",
                    "must be one of " + String.join(", ", NodeNetwork.NAMES) + ", was '" + profile.fabric() + "'");
        }
        return profile;
    }

    /** Returns the text of a key, and refuses the placeholder of a form. */
    private static String filled(YamlMap entry, String key) {
        var text = entry.text(key).strip();
        if (text.isEmpty() || text.equals("FILL")) {
            throw entry.error(key, "is still to be filled in");
        }
        return text;
    }

    private static double rate(YamlMap entry, String key) {
        double rate = entry.number(key);
        if (rate <= 0) {
            throw entry.error(key, "must be a number above 0, was '" + entry.text(key) + "'");
        }
        return rate;
    }
}
