package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.gpucomm.server.web.NotFound;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The order in which uploads were first shown, by which a link names the data that its sender saw. */
@Component
public class Sequence {

    private final JdbcClient jdbc;

    Sequence(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns a number that changes with whatever curves are made of: what is published, and what people call it. */
    public long changes() {
        return jdbc.sql("select published from publication where id = 1").query(Long.class).single();
    }

    /** Returns how often each of these has changed, in their order. */
    public List<Long> changes(Collection<Counted> of) {
        var columns = of.stream().map(Counted::name).collect(Collectors.joining(", "));
        return jdbc.sql("select " + columns + " from publication where id = 1").query((row, number) -> {
            var changes = new ArrayList<Long>();
            for (int column = 1; column <= of.size(); column++) {
                changes.add(row.getLong(column));
            }
            return List.copyOf(changes);
        }).single();
    }

    /**
     * In the transaction of who changes what is published or called; others who change something wait until it ends. Who changes
     * curves has the table of kinds keep up with it ({@link KindRows}).
     */
    public void change() {
        jdbc.sql("update publication set published = published + 1 where id = 1").update();
    }

    /** In the transaction of who changes something of that, which is nothing that is published; others who change something wait until it ends. */
    public void change(Counted what) {
        jdbc.sql("update publication set " + what + " = " + what + " + 1 where id = 1").update();
    }

    /** What answers are made of, each with a count of its changes. */
    public enum Counted {
        /** Uploads, runs, curves and histories that are shown, and what people call them. */
        published,
        /** Tags of runs. */
        tagged,
        /** Notes on runs. */
        noted,
        /** Baselines. */
        based,
        /** What histories tell, which is found out when nobody asks. */
        told
    }

    /**
     * Returns what an answer is over.
     *
     * @param until the last upload that counts; null = all that there are
     * @param newer how many runs of later uploads would change the answer; it is asked only where there are later ones
     */
    public Snapshot snapshot(@Nullable Long until, LongSupplier newer) {
        long latest = jdbc.sql("select sequence from publication where id = 1").query(Long.class).single();
        return until == null
                ? new Snapshot(latest, false, latest, 0)
                : new Snapshot(until, true, latest, until >= latest ? 0 : newer.getAsLong());
    }

    /**
     * Returns what an answer about named runs is over, which no later upload changes.
     *
     * @param uploads ids of the uploads that they are of
     * @throws NotFound if one of them was first shown after the last that counts
     */
    public Snapshot ofNamed(Collection<String> uploads, @Nullable Long until) {
        if (until != null && !uploads.isEmpty()) {
            var arguments = new ArrayList<Object>();
            var later = jdbc.sql("select id from upload where 1 = 1" + Filter.in("id", uploads, arguments)
                    + " and sequence > ? order by sequence limit 1").params(arguments).param(until).query(String.class)
                    .optional();
            later.ifPresent(upload -> {
                throw new NotFound("Upload " + upload + " came after number " + until
                        + ", until which this link shows the data; leave until away to see it.");
            });
        }
        return snapshot(until, () -> 0);
    }
}
