package org.gpucomm.server.access;

import org.gpucomm.server.access.Deeds.Deed;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class DeedsController {

    private final Deeds deeds;

    DeedsController(Deeds deeds) {
        this.deeds = deeds;
    }

    @GetMapping("/api/v1/deeds")
    Listing<Deed> deeds(@RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        return deeds.list(q, new Paging(page, size));
    }
}
