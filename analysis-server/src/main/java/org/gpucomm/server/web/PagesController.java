package org.gpucomm.server.web;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The dashboard is one page; its script shows what the address names. */
@RestController
class PagesController {

    static final Resource INDEX = new ClassPathResource("static/index.html");

    @GetMapping({"/", "/figures", "/figures/{name}", "/explore", "/runs", "/runs/{id}", "/uploads", "/uploads/{id}",
            "/compare", "/scaling", "/history", "/study", "/rows"})
    ResponseEntity<Resource> page() {
        if (!INDEX.exists()) {
            throw new NotFound("This build has no dashboard. The interface is under /api/v1; /api/docs describes it.");
        }
        return ResponseEntity.ok().cacheControl(CacheControl.noCache()).contentType(MediaType.TEXT_HTML).body(INDEX);
    }
}
