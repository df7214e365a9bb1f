package org.gpucomm.server.hardware;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.ProfileText;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.identity.BadParameter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Hardware profiles of this server: those of users, of the file given at its start, then bundled ones. Thread-safe. */
@Component
public class OwnProfiles {

    private static final Logger LOG = LoggerFactory.getLogger(OwnProfiles.class);
    private static final int MOST = 200;
    private static final int LONGEST = 64 << 10;

    private final JdbcClient jdbc;
    private final TransactionOperations transaction;
    private final Profiles given;
    private volatile Known known;

    /** @param hardware file given at the server's start; empty = none */
    OwnProfiles(JdbcClient jdbc, TransactionOperations transaction,
            @Value("${gpucomm.hardware:}") String hardware) throws IOException {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.given = hardware.isEmpty() ? Profiles.bundled() : Profiles.bundled().and(Path.of(hardware));
        this.known = new Known(new State(0, 0), given);
    }

    /** @param state state of the table with the added profiles */
    public record Known(State state, Profiles profiles) {}

    /** State of the table, different after every change, since numbers are not reused. */
    public record State(long count, long latest) {}

    /** @param by name of a token or of a user */
    record Added(Profile profile, String by, Instant at) {}

    public Known now() {
        var state = jdbc.sql("select count(*) as count, coalesce(max(number), 0) as latest from hardware_profile")
                .query(State.class).single();
        if (!state.equals(known.state())) {
            known = new Known(state, given.and(added().stream().map(Added::profile).toList()));
        }
        return known;
    }

    /** Returns the profiles that the server was started with. */
    List<Profile> given() {
        return given.all();
    }

    /** Returns the profiles that users added, the latest first. */
    List<Added> added() {
        return jdbc.sql("select yaml, added_by, added_at from hardware_profile order by number desc")
                .query((row, n) -> added(row.getString(1), row.getString(2),
                        row.getObject(3, OffsetDateTime.class).toInstant()))
                .list().stream().flatMap(List::stream).toList();
    }

    private static List<Added> added(String yaml, String by, Instant at) {
        try {
            return Profiles.in(yaml, "profile").stream().map(profile -> new Added(profile, by, at)).toList();
        } catch (InvalidSpec e) {
            LOG.warn("a hardware profile of the database, which another version wrote, is not used: {}",
                    e.getMessage());
            return List.of();
        }
    }

    /**
     * Adds the profiles of a file, replacing those with the same id.
     *
     * @return ids of the profiles
     * @throws BadParameter if the file is not in the format of {@code --hardware}; the message says where
     */
    List<String> put(String yaml, String who) {
        if (yaml.length() > LONGEST) {
            throw new BadParameter("profiles may have " + LONGEST + " characters, these have " + yaml.length());
        }
        var profiles = read(yaml);
        transaction.executeWithoutResult(status -> {
            for (var profile : profiles) {
                remove(profile.id());
                jdbc.sql(
                        "insert into hardware_profile (id, yaml, added_by, added_at) values (?, ?, ?, current_timestamp)")
                        .params(profile.id(), ProfileText.of(profile), who).update();
            }
            if (jdbc.sql("select count(*) from hardware_profile").query(Long.class).single() > MOST) {
                throw new BadParameter("a server keeps " + MOST + " profiles at most; remove some first");
            }
        });
        return profiles.stream().map(Profile::id).toList();
    }

    private static List<Profile> read(String yaml) {
        try {
            var profiles = Profiles.in(yaml, "profile");
            if (profiles.isEmpty()) {
                throw new BadParameter("there is no profile in this; each begins with '- id: NAME'");
            }
            return profiles;
        } catch (InvalidSpec e) {
            throw new BadParameter(String.valueOf(e.getMessage()));
        }
    }

    /** Deletes a profile and returns whether it existed. */
    boolean remove(String id) {
        return jdbc.sql("delete from hardware_profile where id = ?").param(id).update() > 0;
    }
}
