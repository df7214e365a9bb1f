package org.gpucomm.server.ingest.rereading;

import org.gpucomm.server.ingest.imports.Imports;
import org.gpucomm.server.ingest.parsing.ReadingVersion;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RereadsController {

    private final Rereading rereading;
    private final Rereads rereads;
    private final Imports imports;

    RereadsController(Rereading rereading, Rereads rereads, Imports imports) {
        this.rereading = rereading;
        this.rereads = rereads;
        this.imports = imports;
    }

    /** Begins in the background. @param all also uploads that the present parsers have read */
    @PostMapping("/api/v1/readings")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Begun begin(@RequestParam(defaultValue = "false") boolean all) {
        var begun = rereading.begin(all);
        imports.submitUnfinished();
        return new Begun(begun.size(), ReadingVersion.current());
    }

    @GetMapping("/api/v1/rereads")
    Listing<Reread> list(@RequestParam(defaultValue = "false") boolean changed,
            @RequestParam(defaultValue = "0") int page, @RequestParam(defaultValue = "50") int size) {
        return rereads.list(changed, new Paging(page, size));
    }

    /**
     * @param uploads how many are read again
     * @param parsers by which versions
     */
    record Begun(int uploads, String parsers) {}
}
