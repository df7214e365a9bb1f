package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;

import org.gpucomm.results.format.Flag;

/** Flag of a run as a whole. @param id {@code incomplete}, as filters name it @param title display name @param detail what was seen */
public record RunFlag(String id, String title, String detail) {

    /** Order of the constants of {@link Flag}. */
    public static final Comparator<RunFlag> ORDER = Comparator.comparing(flag -> place(flag.id()));

    /** Reads the columns {@code flag} and {@code detail}. */
    public static RunFlag of(ResultSet row) throws SQLException {
        var id = row.getString("flag");
        var title = Flag.ofId(id).map(Flag::title).orElse(id.replace('_', ' '));
        return new RunFlag(id, title, row.getString("detail"));
    }

    private static int place(String id) {
        return Flag.ofId(id).map(Flag::ordinal).orElse(Flag.values().length);
    }
}
