package org.gpucomm.server.kept;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** This class asks the database for the state that it is in. */
@Component
class TableStates {

    /** Where more uploads are being read at once, what is shown of them is not compared. */
    private static final int MOST = 20;

    /**
     * Whatever is written of a reading before it ends. How it ends is counted as a change, as is what happens to an upload whose
     * reading has ended.
     */
    private static final String IMPORTING = """
            select %s, r.id, r.upload_id, r.filename, r.entries, r.tries, r.message, r.format, r.format_description,
                   r.line_count, r.row_lines, r.note_count, r.problem_count, r.file_problems, r.row_count, r.run_count, r.summary
              from publication p left join reading r on r.state = 'importing'
             where p.id = 1 order by r.id fetch first %d rows only
            """;

    private final JdbcClient jdbc;
    private final Sequence sequence;

    TableStates(JdbcClient jdbc, Sequence sequence) {
        this.jdbc = jdbc;
        this.sequence = sequence;
    }

    /** The state of what an answer is made of; empty where it is not known whether two are equal. */
    Optional<TableState> of(MadeOf madeOf) {
        if (!madeOf.importing()) {
            return Optional.of(new TableState(sequence.changes(madeOf.counted()), List.of()));
        }
        var counts = madeOf.counted().stream().map(counted -> "p." + counted).collect(Collectors.joining(", "));
        var rows = jdbc.sql(IMPORTING.formatted(counts, MOST + 1)).query(TableStates::values).list();
        return rows.size() > MOST ? Optional.empty() : Optional.of(new TableState(List.of(), rows));
    }

    private static List<@Nullable Object> values(ResultSet row, int number) throws SQLException {
        var values = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            values.add(row.getObject(column));
        }
        return Collections.unmodifiableList(values);
    }
}
