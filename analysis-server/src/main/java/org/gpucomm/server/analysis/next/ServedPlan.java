package org.gpucomm.server.analysis.next;

import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

import jakarta.servlet.http.HttpServletRequest;

/** The plan of open questions as a server gives it: its results come back to this server. */
public final class ServedPlan {

    private ServedPlan() {}

    /** Returns the text of the plan for whoever asks now; there must be an open question. */
    public static String text(Questions questions) {
        return plan(questions).text();
    }

    /**
     * Returns how whoever sent a request gets the plan of what it asked for, and runs it.
     *
     * @param path where the plan is, for the parameters of the request
     */
    public static String command(Questions questions, HttpServletRequest request, String path) {
        var url = ServletUriComponentsBuilder.fromRequest(request).replacePath(request.getContextPath() + path).build()
                .encode().toUriString();
        return "curl -fsSo next.yaml '" + url.replace("'", "%27") + "' && " + plan(questions).command("next.yaml");
    }

    private static PlanText plan(Questions questions) {
        return new PlanText("next", questions,
                ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString());
    }
}
