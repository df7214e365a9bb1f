package org.gpucomm.server.findings;

import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.nextrun.Questions;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The plan of open questions as a server gives it: its results come back to this server. */
public final class ServedPlan {

    private ServedPlan() {}

    /** Returns the text of the plan for anyone who asks now; there must be an open question. */
    public static String text(Questions questions) {
        return plan(questions).text();
    }

    /**
     * Returns how anyone who asks gets the plan of what was asked for, and runs it.
     *
     * @param path  where the plan is
     * @param query the parameters for it, as they stand in an address
     */
    public static String command(Questions questions, String path, @Nullable String query) {
        var url = ServletUriComponentsBuilder.fromCurrentContextPath().path(path).replaceQuery(query).build().encode()
                .toUriString();
        return "curl -fsSo next.yaml '" + url.replace("'", "%27") + "' && " + plan(questions).command("next.yaml");
    }

    private static PlanText plan(Questions questions) {
        return new PlanText("next", questions,
                ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString());
    }
}
