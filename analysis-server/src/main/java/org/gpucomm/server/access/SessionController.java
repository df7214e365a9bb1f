package org.gpucomm.server.access;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for the permissions of the caller. */
@RestController
class SessionController {

    private final AccessProperties properties;

    SessionController(AccessProperties properties) {
        this.properties = properties;
    }

    @GetMapping("/api/v1/session")
    Session session() {
        var caller = Caller.current();
        return new Session(!caller.may(Scope.UPLOAD), caller.name(),
                caller.scopes().stream().sorted().map(Scope::getAuthority).toList(), properties.readOnly(),
                properties.demo());
    }

    /**
     * @param tokenRequired whether an upload by this caller needs a token that was not sent
     * @param readOnly      whether the server refuses all writes
     * @param demo          whether the pages begin with a tour and the server's data are temporary
     */
    record Session(boolean tokenRequired, String name, List<String> scopes, boolean readOnly, boolean demo) {}
}
