package org.gpucomm.server.access;

import org.gpucomm.server.access.AuditLog.Entry;
import org.gpucomm.server.web.Listing;
import org.gpucomm.server.web.Paging;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AuditLogController {

    private final AuditLog auditLog;

    AuditLogController(AuditLog auditLog) {
        this.auditLog = auditLog;
    }

    @GetMapping("/api/v1/audit-log")
    Listing<Entry> auditLog(@RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "100") int size) {
        return auditLog.list(q, new Paging(page, size));
    }
}
