package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Random;

import org.gpucomm.server.database.Database;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** H2 by itself keeps parts of its file of which most holds nothing any more, as long as commits are written when they are made. */
@Timeout(180)
class FreedPlacesTest {

    private static final int ROWS = 40_000;
    private static final int AT_A_TIME = 1_000;

    @TempDir
    Path folder;

    @Tag("nightly")
    @Test
    void whatIsLeftOfPartsThatAreMostlyEmptyIsMovedAndNothingOfItIsLost() throws Exception {
        try (var pool = open()) {
            var jdbc = JdbcClient.create(pool);
            fill(jdbc);
            // Whole stretches, so that pages beside them stay where they are.
            jdbc.sql("delete from kept where mod(id / 400, 5) <> 0").update();
            assertThat(used(pool)).isLessThan(60);
            var places = FreedPlaces.keep(pool);
            try {
                for (int used = used(pool); used < 70; used = used(pool)) {
                    // Parts of which nothing is left are given up as something is written.
                    jdbc.sql("update kept set text = ? where id = 0").param("used " + used).update();
                    Thread.sleep(100);
                }
                assertThat(sum(jdbc)).isEqualTo(expected());
            } finally {
                places.close();
            }
        }
        try (var again = open()) {
            assertThat(sum(JdbcClient.create(again))).isEqualTo(expected());
        }
    }

    private HikariDataSource open() {
        var database = Database.inDirectory(folder);
        var config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        return new HikariDataSource(config);
    }

    private static void fill(JdbcClient jdbc) {
        jdbc.sql("create table kept (id int primary key, text varchar(200))").update();
        var random = new Random(4711);
        for (int first = 0; first < ROWS; first += AT_A_TIME) {
            var values = new StringBuilder("insert into kept values ");
            for (int id = first; id < first + AT_A_TIME; id++) {
                values.append(id == first ? "(" : ",(").append(id).append(",'");
                for (int i = 0; i < 12; i++) {
                    values.append(Long.toHexString(random.nextLong()));
                }
                values.append("')");
            }
            jdbc.sql(values.toString()).update();
        }
    }

    /** Percent of the parts of the file that are in use. */
    private static int used(HikariDataSource pool) throws SQLException {
        try (var connection = pool.getConnection()) {
            var session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
            return session.getDatabase().getStore().getMvStore().getFileStore().getChunksFillRate();
        }
    }

    private static long sum(JdbcClient jdbc) {
        return jdbc.sql("select sum(id) from kept").query(Long.class).single();
    }

    private static long expected() {
        long sum = 0;
        for (int id = 0; id < ROWS; id++) {
            sum += id / 400 % 5 == 0 ? id : 0;
        }
        return sum;
    }
}
