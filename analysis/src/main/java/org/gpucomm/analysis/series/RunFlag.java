package org.gpucomm.analysis.series;

import java.util.Comparator;

import org.gpucomm.results.format.Flag;

/** Flag of a run as a whole. @param id {@code incomplete}, as filters name it @param title display name @param detail what was seen */
public record RunFlag(String id, String title, String detail) {

    /** Order of the constants of {@link Flag}. */
    public static final Comparator<RunFlag> ORDER = Comparator.comparing(flag -> place(flag.id()));

    /** @param id id of a flag; one that is not known is its own title */
    public static RunFlag of(String id, String detail) {
        return new RunFlag(id, Flag.ofId(id).map(Flag::title).orElse(id.replace('_', ' ')), detail);
    }

    private static int place(String id) {
        return Flag.ofId(id).map(Flag::ordinal).orElse(Flag.values().length);
    }
}
