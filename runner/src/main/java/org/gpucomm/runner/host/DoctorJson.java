package org.gpucomm.runner.host;

import java.util.List;
import java.util.Locale;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.host.DoctorFinding.Status;

/** JSON format of findings. */
final class DoctorJson {

    private DoctorJson() {}

    /** Returns {@code {"ready", "findings": [{"status", "subject", "answer", "details"}]}}; ready: no finding is MISSING. */
    static String of(List<DoctorFinding> findings) {
        boolean ready = findings.stream().noneMatch(finding -> finding.status() == Status.MISSING);
        var json = new StringBuilder("{\"ready\": ").append(ready).append(", \"findings\": [");
        for (int i = 0; i < findings.size(); i++) {
            var finding = findings.get(i);
            json.append(i == 0 ? "\n" : ",\n").append("  {\"status\": ");
            Json.quote(json, finding.status().name().toLowerCase(Locale.ROOT));
            json.append(", \"subject\": ");
            Json.quote(json, finding.subject());
            json.append(", \"answer\": ");
            Json.quote(json, finding.answer());
            json.append(", \"details\": [");
            for (int j = 0; j < finding.details().size(); j++) {
                json.append(j == 0 ? "" : ", ");
                Json.quote(json, finding.details().get(j));
            }
            json.append("]}");
        }
        return json.append("\n]}").toString();
    }
}
