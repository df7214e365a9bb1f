package org.gpucomm.server.annotations;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Notes that people wrote on runs, one text each. */
@Component
public class Notes {

    private static final int LONGEST = 4000;

    private final JdbcClient jdbc;

    Notes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<Note> of(RunId run) {
        return jdbc.sql("select note, written_by, written_at from run_note where upload_id = ? and section = ?")
                .params(run.upload(), run.section())
                .query((row, n) -> new Note(row.getString(1), row.getString(2),
                        row.getObject(3, OffsetDateTime.class).toInstant()))
                .optional();
    }

    /** Sets the note of a run, in the caller's transaction. @param text empty = no note @throws BadParameter if it is too long */
    void put(RunId run, String text, String who) {
        var note = text.strip();
        if (note.length() > LONGEST) {
            throw new BadParameter("a note may have " + LONGEST + " characters, this one has " + note.length());
        }
        jdbc.sql("delete from run_note where upload_id = ? and section = ?").params(run.upload(), run.section())
                .update();
        if (!note.isEmpty()) {
            jdbc.sql("""
                    insert into run_note (upload_id, section, note, written_by, written_at)
                    values (?, ?, ?, ?, current_timestamp)
                    """).params(run.upload(), run.section(), note, who).update();
        }
    }

    /** @param by name of a token or of a user */
    public record Note(String text, String by, Instant at) {}
}
