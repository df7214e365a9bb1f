package org.gpucomm.server.serve;

import java.io.IOException;

import org.junit.jupiter.api.BeforeAll;

class ServerOnH2Test extends ServerContract {

    @BeforeAll
    void start() throws IOException, InterruptedException {
        super.start(new String[0]);
    }
}
