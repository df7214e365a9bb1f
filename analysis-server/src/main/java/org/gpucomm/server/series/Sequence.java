package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

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

    /** Returns the version of the data that the caller's transaction sees: a number that every change raises. */
    public long version() {
        return jdbc.sql("select version from publication where id = 1").query(Long.class).single();
    }

    /** Returns the version, or empty while uploads are being imported, whose progress does not raise it. */
    public OptionalLong versionUnlessImporting() {
        return jdbc.sql("""
                select version from publication
                 where id = 1 and not exists (select 1 from reading where state = 'importing')
                """).query(Long.class).optional().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /**
     * Raises the version, in the transaction of a change of anything that a page shows; other changes wait until that ends. A change of
     * curves updates the table of summaries too ({@link CurveSummaryRows}).
     */
    public void change() {
        jdbc.sql("update publication set version = version + 1 where id = 1").update();
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
            var later = jdbc.sql("select id from upload where 1 = 1" + FilterSql.in("id", uploads, arguments)
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
