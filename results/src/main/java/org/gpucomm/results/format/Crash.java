package org.gpucomm.results.format;

import java.util.regex.Pattern;

/** What MPI libraries and launchers say when a program dies, whichever program it was. */
public final class Crash {

    private static final Pattern REPORT = Pattern.compile(
            "Signal: \\w|Segmentation fault|core dumped|Bus error|Out Of Memory|oom-kill|\\bKilled\\b"
                    + "|MPI_ABORT was invoked|MPI_Abort\\(|Fatal error in |BAD TERMINATION|exited on signal"
                    + "|PRIMARY job +terminated|srun: error:|slurmstepd: error:|error: \\*\\*\\* (?:STEP|JOB) "
                    + "|terminated with signal|ORTE has lost communication|EXIT CODE: [1-9]");

    private Crash() {}

    /** Whether this line reports the end of a program by a failure. */
    public static boolean isReport(String line) {
        return REPORT.matcher(line).find();
    }
}
