package org.gpucomm.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;

import org.junit.jupiter.api.Test;

class DatabaseTest {

    @Test
    void userAndPasswordMayStandBeforeOneHostOrSeveral() {
        assertThat(Database.postgresql("postgresql://ann:s%40fe@db:5432/lab", null, Map.of()))
                .extracting(Database::user, Database::password).containsExactly("ann", "s@fe");
        var several = Database.postgresql("postgresql://ann:safe@db1:5432,db2:5433/lab?targetServerType=primary", null,
                Map.of("PGUSER", "bob"));
        assertThat(several.user()).isEqualTo("ann");
        assertThat(several.password()).isEqualTo("safe");
        assertThat(several.url()).startsWith("jdbc:postgresql://db1:5432,db2:5433/lab?targetServerType=primary&");
    }

    @Test
    void anOptionComesBeforeTheUrlAndTheUrlBeforeTheEnvironment() {
        var environment = Map.of("PGUSER", "bob", "PGPASSWORD", "open");
        assertThat(Database.postgresql("postgresql://ann@db/lab", "eve", environment).user()).isEqualTo("eve");
        assertThat(Database.postgresql("postgresql://ann@db/lab", null, environment))
                .extracting(Database::user, Database::password).containsExactly("ann", "open");
    }

    @Test
    void aMessageAboutAUrlHasNoPassword() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Database.postgresql("mysql://ann:safe@db/lab", null, Map.of()))
                .withMessageContaining("//…@db").withMessageNotContaining("safe");
    }
}
