package org.gpucomm.runner.host;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.host.DoctorFinding.Status;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code doctor}, which prints the findings. Exit code 3 if no GPU benchmark can run on this host. */
@Command(name = "doctor", mixinStandardHelpOptions = true,
        description = "What this machine has for GPU communication, what is missing, and what that disables.",
        footer = {"",
                "Marks: ok there · -- not there, not needed · => could be better · !! missing. Exit code 0, or 3 if there is a !!.",
                "GPUCOMM_CUDA_LIBRARY, GPUCOMM_CUDART_LIBRARY, GPUCOMM_NCCL_LIBRARY, GPUCOMM_NVSHMEM_LIBRARY,",
                "GPUCOMM_NVML_LIBRARY and GPUCOMM_LIBFABRIC_LIBRARY each name a file to load instead of those found by search."})
public final class DoctorCommand implements Callable<Integer> {

    private static final int MISSING_IN_ENVIRONMENT = 3;
    private static final int WIDTH_OF_SUBJECT = 13;

    private final DoctorSurvey examination;
    private final NativeBuild nativeBuild;

    @Option(names = "--build",
            description = "Compiles here what must be compiled on a GPU host: the shim over NVSHMEM, and the "
                    + "kernels if this build has none. Needs nvcc, and NVSHMEM's headers.")
    private boolean build;

    enum OutputFormat {
        text,
        json
    }

    @Option(names = "--format", paramLabel = "text|json", defaultValue = "text",
            description = "json is for programs. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.text;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Creates the command for this host. */
    public DoctorCommand() {
        this(new DoctorSurvey(LibrarySearch.ofThisMachine()), new NativeBuild(System.getenv()));
    }

    DoctorCommand(DoctorSurvey examination, NativeBuild nativeBuild) {
        this.examination = examination;
        this.nativeBuild = nativeBuild;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var out = spec.commandLine().getOut();
        if (build) {
            return build(out);
        }
        var findings = examination.findings();
        var missing = findings.stream().filter(finding -> finding.status() == Status.MISSING).toList();
        if (format == OutputFormat.json) {
            out.println(json(findings, missing.isEmpty()));
            out.flush();
            return missing.isEmpty() ? 0 : MISSING_IN_ENVIRONMENT;
        }
        findings.forEach(finding -> print(out, finding));
        out.println();
        out.println(missing.isEmpty()
                ? "Everything that a benchmark on this host needs is here."
                : "No GPU benchmark can run here; missing: " + names(missing) + ".");
        out.println("Reading logs, drawing figures and the server need none of this.");
        out.flush();
        return missing.isEmpty() ? 0 : MISSING_IN_ENVIRONMENT;
    }

    private int build(PrintWriter out) throws IOException, InterruptedException {
        var findings = nativeBuild.findings();
        findings.forEach(finding -> print(out, finding));
        out.flush();
        return findings.stream().anyMatch(finding -> finding.status() == Status.MISSING) ? MISSING_IN_ENVIRONMENT : 0;
    }

    private static void print(PrintWriter out, DoctorFinding finding) {
        out.printf("%s  %-" + WIDTH_OF_SUBJECT + "s %s%n", finding.status().mark(), finding.subject(),
                finding.answer());
        finding.details().forEach(detail -> out.printf("    %-" + WIDTH_OF_SUBJECT + "s %s%n", "", detail));
    }

    private static String names(List<DoctorFinding> findings) {
        return findings.stream().map(DoctorFinding::subject).collect(Collectors.joining(", "));
    }

    /** Returns {@code {"ready", "findings": [{"status", "subject", "answer", "details"}]}}; ready: no finding is MISSING. */
    private static String json(List<DoctorFinding> findings, boolean ready) {
        return "{\"ready\": " + ready + ", \"findings\": [" + findings.stream()
                .map(finding -> "\n  {\"status\": " + quoted(finding.status().name().toLowerCase(Locale.ROOT))
                        + ", \"subject\": " + quoted(finding.subject()) + ", \"answer\": " + quoted(finding.answer())
                        + ", \"details\": ["
                        + finding.details().stream().map(DoctorCommand::quoted).collect(Collectors.joining(", "))
                        + "]}")
                .collect(Collectors.joining(",")) + "\n]}";
    }

    private static String quoted(String text) {
        var json = new StringBuilder();
        Json.quote(json, text);
        return json.toString();
    }
}
