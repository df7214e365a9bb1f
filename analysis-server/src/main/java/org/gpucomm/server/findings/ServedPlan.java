package org.gpucomm.server.findings;

import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.nextrun.Questions;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Plan for open questions. The results of its run are uploaded to this server. */
public final class ServedPlan {

    private ServedPlan() {}

    /** Returns the text of the plan, with the URL of the current request; there must be an open question. */
    public static String text(Questions questions) {
        return plan(questions).text();
    }

    /** Returns the command that downloads the plan from a path and runs it. @param query parameters in the form of a URL */
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
