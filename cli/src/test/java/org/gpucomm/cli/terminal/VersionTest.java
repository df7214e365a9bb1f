package org.gpucomm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void itNamesTheReleaseAndTheCommit() {
        assertThat(new Version().getVersion()).satisfiesExactly(
                release -> assertThat(release).matches("gpucomm \\d+\\.\\d+\\.\\d+"),
                commit -> assertThat(commit)
                        .matches("commit ([0-9a-f]{7,} of 20\\d\\d-\\d\\d-\\d\\d|unknown of unknown)"));
    }
}
