package org.gpucomm.runner.bench;

import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.rig.Family;

/**
 * Everything that bench can run: the families of {@link Bench#ALL}, each of which has a package of its name with a class of its
 * name in it. {@code nvlink} is {@code org.gpucomm.runner.nvlink.NvlinkFamily}.
 */
public final class Families {

    /** The first is the one that is meant where none is named. */
    public static final List<Family> ALL = Bench.ALL.stream().map(Families::of).toList();

    private Families() {}

    private static Family of(Bench about) {
        var id = about.id();
        var name = "org.gpucomm.runner." + id + "." + id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1)
                + "Family";
        try {
            return (Family) Class.forName(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the family " + id + " has no class " + name, e);
        }
    }
}
