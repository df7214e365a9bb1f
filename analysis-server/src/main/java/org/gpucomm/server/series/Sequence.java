package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Order in which uploads first became visible. A link names a sequence number to show the data that its sender saw. */
@Component
public class Sequence {

    private final JdbcClient jdbc;

    Sequence(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the version of the data that the caller's transaction sees. Every change raises it. */
    public long version() {
        return jdbc.sql("select version from publication where id = 1").query(Long.class).single();
    }

    /** Returns the version, or empty during imports, whose progress does not raise it. */
    public OptionalLong versionUnlessImporting() {
        return jdbc.sql("""
                select version from publication
                 where id = 1 and not exists (select 1 from reading where state = 'importing')
                """).query(Long.class).optional().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /**
     * Raises the version. Call it in the transaction of every change that a page shows; other changes wait until that transaction ends. A
     * change of curves must also update {@link CurveSummaries}.
     */
    public void change() {
        jdbc.sql("update publication set version = version + 1 where id = 1").update();
    }

    /**
     * Returns the snapshot that an answer covers.
     *
     * @param until sequence number of the last upload to include; null = all
     * @param newer number of runs of later uploads that would change the answer; evaluated only if there are later uploads
     */
    public Snapshot snapshot(@Nullable Long until, LongSupplier newer) {
        long latest = jdbc.sql("select sequence from publication where id = 1").query(Long.class).single();
        return until == null
                ? new Snapshot(latest, false, latest, 0)
                : new Snapshot(until, true, latest, until >= latest ? 0 : newer.getAsLong());
    }

    /**
     * Returns the snapshot of an answer about named runs, which no later upload changes.
     *
     * @param uploads ids of the uploads of these runs
     * @throws Refused if one of the uploads is later than {@code until}
     */
    public Snapshot ofNamed(Collection<String> uploads, @Nullable Long until) {
        if (until != null && !uploads.isEmpty()) {
            var arguments = new ArrayList<Object>();
            var later = jdbc.sql("select id from upload where 1 = 1" + FilterSql.in("id", uploads, arguments)
                    + " and sequence > ? order by sequence limit 1").params(arguments).param(until).query(String.class)
                    .optional();
            later.ifPresent(upload -> {
                throw Refused.notFound("Upload " + upload + " came after number " + until
                        + ", until which this link shows the data; leave until away to see it.");
            });
        }
        return snapshot(until, () -> 0);
    }
}
