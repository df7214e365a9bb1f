package org.gpucomm.server.alerts;

import java.time.OffsetDateTime;
import java.util.List;

import org.gpucomm.server.access.AuditLog;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** Endpoints that list alerts, turn them on or off, and delete one. */
@RestController
@RequestMapping("/api/v1/alerts")
class AlertsController {

    private final Outbox outbox;
    private final AlertProperties properties;

    AlertsController(Outbox outbox, AlertProperties properties) {
        this.outbox = outbox;
        this.properties = properties;
    }

    @GetMapping
    AlertList list() {
        var webhook = properties.alertWebhook();
        return new AlertList(webhook == null ? null : webhook.getHost(), outbox.isOff(), outbox.written());
    }

    @PutMapping
    AlertList turn(@RequestBody Turned turned, HttpServletRequest request) {
        var off = turned.off();
        if (off == null) {
            throw new BadParameter("say {\"off\": true} to turn alerts off, or {\"off\": false} to have them again");
        }
        outbox.turn(off);
        AuditLog.subject(request, off ? "alerts off" : "alerts on");
        return list();
    }

    @DeleteMapping("/{id:[0-9]{1,18}}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void take(@PathVariable long id, HttpServletRequest request) {
        if (!outbox.take(id)) {
            throw Refused.notFound("There is no alert " + id + ".");
        }
        AuditLog.subject(request, "alert " + id);
    }

    /** @param off whether to turn alerts off */
    record Turned(@Nullable Boolean off) {}

    /**
     * @param host  host of the webhook, whose full URL is secret; null = no webhook
     * @param off   whether a person turned alerts off
     * @param items the latest hundred alerts, newest first
     */
    record AlertList(@Nullable String host, boolean off, List<Item> items) {}

    /** @param url page about the subject of the alert @param sentAt null = waiting @param tries number of attempts so far */
    record Item(long id, String text, String url, OffsetDateTime madeAt, @Nullable OffsetDateTime sentAt, int tries) {}
}
