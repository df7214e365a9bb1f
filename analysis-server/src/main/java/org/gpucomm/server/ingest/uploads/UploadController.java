package org.gpucomm.server.ingest.uploads;

import java.time.Duration;

import org.gpucomm.server.access.AuditLog;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints that rename, hide, show and delete an upload. */
@RestController
@RequestMapping("/api/v1/uploads/{id}")
class UploadController {

    private static final int LONGEST_TITLE = 255;

    private final Uploads uploads;
    private final Hiding hiding;
    private final Erasure erasure;

    UploadController(Uploads uploads, Hiding hiding, Erasure erasure) {
        this.uploads = uploads;
        this.hiding = hiding;
        this.erasure = erasure;
    }

    /** Changes the title or visibility. An upload that was deleted but not yet erased can be shown again. */
    @PatchMapping
    Upload change(@PathVariable String id, @RequestBody ShelfChange change, HttpServletRequest request) {
        var known = uploads.named(id);
        if (change.title() != null) {
            uploads.call(id, title(change.title()));
        }
        if (change.hidden() != null) {
            if (change.hidden()) {
                hiding.hide(id);
            } else {
                hiding.show(id);
            }
        }
        AuditLog.subject(request, "upload " + id + ", " + known.filename() + change.said());
        return uploads.named(id);
    }

    /** Hides an upload, and erases it when it can no longer be restored. @param now whether to erase it at once */
    @DeleteMapping
    ResponseEntity<Upload> delete(@PathVariable String id, @RequestParam(defaultValue = "false") boolean now,
            HttpServletRequest request) {
        var known = uploads.named(id);
        if (known.bundled()) {
            throw Refused.conflict(
                    known.filename() + " came with gpucomm and would come again. Hide it, or start the server with "
                            + "--no-bundled.");
        }
        hiding.hideUntilErased(id, now ? Duration.ZERO : erasure.undo());
        if (now) {
            erasure.eraseIfDue(id);
        }
        AuditLog.subject(request, "upload " + id + ", " + known.filename() + (now ? ", to be erased at once" : ""));
        return uploads.find(id).map(ResponseEntity::ok).orElseGet(() -> ResponseEntity.noContent().build());
    }

    private static @Nullable String title(String text) {
        var title = text.strip().replaceAll("\\p{Cntrl}", " ");
        if (title.length() > LONGEST_TITLE) {
            throw new BadParameter("a title may have " + LONGEST_TITLE + " characters, this one has " + title.length());
        }
        return title.isEmpty() ? null : title;
    }

    /**
     * @param title  new title; empty = the file's name; null = no change
     * @param hidden whether it is hidden from all views; null = no change
     */
    record ShelfChange(@Nullable String title, @Nullable Boolean hidden) {

        String said() {
            return (title == null ? "" : ", called '" + title + "'")
                    + (hidden == null ? "" : hidden ? ", hidden" : ", shown");
        }
    }
}
