package org.gpucomm.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;

import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.TransactionSystemException;

/** Failures by which the database is away, as PostgreSQL, HikariCP and Spring report them. */
class DatabaseProductTest {

    private static final SQLException SHUT_DOWN = new SQLException("terminating connection", "57P01");

    @Test
    void aServerThatShutsDownIsAwayAlsoWhereTheRollbackFailsOnTheClosedConnection() {
        assertThat(DatabaseProduct.isAway(new DataAccessResourceFailureException("query", SHUT_DOWN))).isTrue();
        var rollback = new TransactionSystemException("JDBC rollback failed", new SQLException("Connection is closed"));
        assertThat(DatabaseProduct.isAway(rollback)).as("it says nothing of the database").isFalse();
        rollback.initApplicationException(new DataAccessResourceFailureException("query", SHUT_DOWN));
        assertThat(DatabaseProduct.isAway(rollback)).isTrue();
    }

    @Test
    void aStatementThatIsWrongIsNotTheDatabasesAbsence() {
        assertThat(DatabaseProduct.isAway(new SQLException("syntax error", "42601"))).isFalse();
    }
}
