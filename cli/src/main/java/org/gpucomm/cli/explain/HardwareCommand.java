package org.gpucomm.cli.explain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.cli.evidence.EvidenceCommand;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.ProfileForm;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that prints hardware profiles to fill in, for hardware in the results without a profile. */
@Command(name = "hardware", mixinStandardHelpOptions = true,
        description = {"Writes a hardware profile to fill in, for hardware that gpucomm does not know.",
                "Give it as --hardware to explain, accept and serve, or to a server's page of hardware."},
        footer = {"", "Exit code 0; 1 if a file has no results; 2 usage."})
public final class HardwareCommand extends EvidenceCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or tables in any format that convert reads, or folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    @Override
    public Integer call() {
        var unknown = ProfileForm.of(read(files).evidence(), Profiles.bundled());
        if (unknown.isEmpty()) {
            out().println("# Every instance type and GPU that these results name is in a profile already.");
        } else {
            out().println("# Bandwidths in GB/s (10^9 bytes/s), one way. Put a number in place of each FILL.");
            unknown.forEach(form -> out().println(form.yaml()));
        }
        out().flush();
        return isAnyRefused() ? 1 : 0;
    }
}
