package org.gpucomm.cli.accept;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.acceptance.Judge;
import org.gpucomm.analysis.acceptance.PeerRequirements;
import org.gpucomm.analysis.acceptance.Requirements;
import org.gpucomm.analysis.acceptance.RequirementVerdict;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.analysis.acceptance.RequirementVerdict.Outcome;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.cli.evidence.EvidenceCommand;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.cli.evidence.HardwareOption;
import org.gpucomm.cli.evidence.ServerBaselines;
import org.gpucomm.analysis.hardware.Profiles;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that checks the runs of a cluster against requirements. */
@Command(name = "accept", mixinStandardHelpOptions = true,
        description = {"Checks runs against requirements for a cluster: each passes, fails or is not shown.",
                "Writes one HTML page with figures, fingerprints and measurements to send on."},
        footer = {"", "docs/acceptance.md describes the files of requirements and where their numbers come from.",
                "Exit code 0: all pass; 1: one fails; 2: usage; 3: none fails, but something is not shown."})
public final class AcceptCommand extends EvidenceCommand {

    private static final int FAILED = 1;
    private static final int NOT_SHOWN = 3;
    private static final String PEERS = "peers";

    @Parameters(arity = "0..*", paramLabel = "RUNS",
            description = "Logs or tables in any format that convert reads, or folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--against", paramLabel = "PROFILE|BASELINE|peers",
            description = "p4d, p5, p5en, p6-b200, dgx-h100, dgx-h200, dgx-b200, gb200; a file of requirements (.yaml); or "
                    + "results of an earlier run, or baseline:NAME of --server, whose every size of 1 MiB and more is a "
                    + "requirement; or peers: what others published, and --hardware has, of the hardware that was measured.")
    private @Nullable String against;

    @Option(names = "--share", paramLabel = "PERCENT", defaultValue = "95",
            description = "How much of a baseline or of peers is asked. Default: ${DEFAULT-VALUE}.")
    private double share;

    @Mixin
    private HardwareOption hardware = new HardwareOption();

    @Option(names = "--html", paramLabel = "FILE", description = "Writes the page; an existing file is replaced.")
    private @Nullable Path html;

    @Option(names = "--print", paramLabel = "PROFILE",
            description = "Prints the requirements of a profile, to be edited and given to --against.")
    private @Nullable String print;

    @Mixin
    private ServerBaselines baselines = new ServerBaselines();

    @Override
    public Integer call() throws IOException {
        if (print != null) {
            out().print(Requirements.bundled(print).orElseThrow(() -> usage("--print: " + unknown(print))));
            out().flush();
            return 0;
        }
        if (against == null || files.isEmpty()) {
            throw usage("say which runs, and --against what: gpucomm accept all_reduce.log --against p5");
        }
        checkOutput("--html", html);
        var profiles = hardware.profiles();
        EvidenceFiles read;
        Requirements asked;
        if (against.equals(PEERS)) {
            read = read(files);
            asked = peers(read.evidence(), profiles);
        } else {
            asked = requirements(against);
            read = read(files);
        }
        var verdicts = Judge.of(read.evidence(), asked, profiles);
        print(asked, verdicts);
        if (html != null) {
            Files.writeString(html, AcceptancePage.of(asked, verdicts, read), StandardCharsets.UTF_8);
            out().println("The page is " + html);
            out().flush();
        }
        return code(verdicts);
    }

    private static int code(List<RequirementVerdict> verdicts) {
        if (verdicts.stream().anyMatch(each -> each.outcome() == Outcome.FAIL)) {
            return FAILED;
        }
        return verdicts.stream().anyMatch(each -> each.outcome() == Outcome.NOT_SHOWN) ? NOT_SHOWN : 0;
    }

    private void print(Requirements asked, List<RequirementVerdict> verdicts) {
        out().println(asked.title());
        for (var each : verdicts) {
            out().printf("%-9s  %s: %s asked%n           %s%n", each.outcome().title(), each.requirement().title(),
                    each.requirement().askedInWords(), each.why());
        }
        out().println(AcceptancePage.summary(verdicts));
        out().flush();
    }

    private Requirements peers(Evidence measured, Profiles profiles) {
        checkShare();
        var asked = PeerRequirements.of(measured, profiles, share / 100);
        if (asked.all().isEmpty()) {
            throw usage(
                    "--against: nothing is published of such nodes over this network, or the results name no GPUs or no network; "
                            + "values of your own: gpucomm hardware RUNS writes the form for --hardware");
        }
        return asked;
    }

    private void checkShare() {
        if (share <= 0 || share > 100) {
            throw usage("--share must be above 0 and at most 100, was " + share);
        }
    }

    private Requirements requirements(String name) throws IOException {
        try {
            var bundled = Requirements.bundled(name);
            if (bundled.isPresent()) {
                return Requirements.read(new StringReader(bundled.get()), name + ".yaml");
            }
            if (name.matches(".*\\.ya?ml") && Files.isRegularFile(Path.of(name))) {
                try (var in = Files.newInputStream(Path.of(name))) {
                    return Requirements.read(in, name);
                }
            }
        } catch (InvalidSpec e) {
            throw usage("--against: " + e.getMessage());
        }
        if (!ServerBaselines.isNamed(name) && !Files.exists(Path.of(name))) {
            throw usage("--against: " + unknown(name));
        }
        checkShare();
        var baseline = Requirements.of(baseline(name), name, share / 100);
        if (baseline.all().isEmpty()) {
            throw usage("--against: " + name + " has no results of 1 MiB and more on a known number of nodes and GPUs");
        }
        return baseline;
    }

    private Evidence baseline(String name) {
        if (!ServerBaselines.isNamed(name)) {
            return read(List.of(Path.of(name))).evidence();
        }
        try {
            return baselines.read(name).evidence();
        } catch (IOException e) {
            throw usage("--against: " + e.getMessage());
        }
    }

    private static String unknown(@Nullable String name) {
        return "there is no profile and no file " + name + "; profiles are " + String.join(", ", Requirements.BUNDLED);
    }
}
