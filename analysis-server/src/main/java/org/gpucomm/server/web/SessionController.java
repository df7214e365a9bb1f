package org.gpucomm.server.web;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SessionController {

    private final ServerProperties properties;

    SessionController(ServerProperties properties) {
        this.properties = properties;
    }

    @GetMapping("/api/v1/session")
    Session session() {
        return new Session(properties.tokenRequired());
    }

    /** @param tokenRequired whether writes need the token */
    record Session(boolean tokenRequired) {}
}
