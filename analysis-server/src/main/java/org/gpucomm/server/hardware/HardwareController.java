package org.gpucomm.server.hardware;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.hardware.ProfileForm;
import org.gpucomm.server.access.Caller;
import org.gpucomm.server.access.AuditLog;
import org.gpucomm.analysis.hardware.NodeNetwork;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.ProfileText;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.server.evidence.RunSelection;
import org.gpucomm.server.evidence.StoredEvidence;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.NotFound;
import org.gpucomm.server.web.OwnParameters;
import org.gpucomm.server.web.TooLarge;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;

/** What this server knows of hardware, and what its users add to that. */
@RestController
@RequestMapping("/api/v1")
class HardwareController {

    private static final int MOST_BYTES = 1 << 20;

    private final OwnProfiles own;
    private final StoredRuns runs;
    private final StoredEvidence evidence;

    HardwareController(OwnProfiles own, StoredRuns runs, StoredEvidence evidence) {
        this.own = own;
        this.runs = runs;
        this.evidence = evidence;
    }

    @GetMapping("/hardware")
    Hardware hardware() {
        var items = new ArrayList<Item>();
        own.added().forEach(each -> items.add(Item.of(each.profile(), Keeper.USERS, each.by(), each.at())));
        int ofFile = own.given().size() - Profiles.bundled().all().size();
        for (int i = 0; i < own.given().size(); i++) {
            items.add(Item.of(own.given().get(i), i < ofFile ? Keeper.FILE : Keeper.BUNDLED, null, null));
        }
        return new Hardware(items, NodeNetwork.NAMES);
    }

    /** Those that users added, as the file that {@code --hardware} takes. */
    @GetMapping(path = "/hardware.yaml", produces = "text/yaml")
    String hardwareFile() {
        var added = own.added();
        return added.isEmpty()
                ? "# Nobody has added a hardware profile to this server.\n[]\n"
                : added.stream().map(each -> ProfileText.of(each.profile())).collect(Collectors.joining());
    }

    /** Runs and uploads by name, and filters of rows, are read off the request. */
    @ConcurrencyLimited
    @OwnParameters
    @GetMapping("/hardware/form")
    Forms hardwareForm(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var forms = ProfileForm.of(evidence.of(selection.of(runs), selection.filter()), own.now().profiles());
        return new Forms(forms, forms.stream().map(form -> form.yaml() + "\n").collect(Collectors.joining()));
    }

    /** Takes that file as the body, of whatever type: curl calls it a form, so nothing here may ask for request parameters. */
    @PostMapping("/hardware")
    Put addHardware(HttpServletRequest request) throws IOException {
        byte[] body;
        try (var in = request.getInputStream()) {
            body = in.readNBytes(MOST_BYTES + 1);
        }
        if (body.length > MOST_BYTES) {
            throw new TooLarge("A file of hardware profiles has at most " + MOST_BYTES + " bytes.");
        }
        var ids = own.put(new String(body, StandardCharsets.UTF_8), Caller.current().name());
        AuditLog.subject(request, "hardware profile " + String.join(", ", ids));
        return new Put(ids);
    }

    @DeleteMapping("/hardware/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeHardware(@PathVariable String id, HttpServletRequest request) {
        if (!own.remove(id)) {
            throw new NotFound("No user has added a hardware profile " + id + " to this server.");
        }
        AuditLog.subject(request, "hardware profile " + id);
    }

    /** Who keeps a profile: who uses the server, who started it, or gpucomm. */
    enum Keeper {
        USERS,
        FILE,
        BUNDLED;

        @JsonValue
        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param items   those that are asked first come first
     * @param fabrics names of networks between nodes
     */
    record Hardware(List<Item> items, List<String> fabrics) {}

    /**
     * A profile; bandwidths are one way, GB/s.
     *
     * @param nic    of all interfaces of a node; null = no such network
     * @param fabric empty = not reported
     * @param values how many values it keeps for peers
     * @param yaml   as the file has it
     * @param by     the name of a token or of a user; null where no user added it, as is {@code at}
     */
    record Item(String id, String title, List<String> instances, List<String> gpus, int nodeGpus, double nvlink,
            @Nullable Double nic, @Nullable Integer interfaces, double pcie, double hbm, boolean nvls, String fabric,
            String source, int values, String yaml, Keeper keptBy, @Nullable String by, @Nullable Instant at) {

        static Item of(Profile of, Keeper keeper, @Nullable String by, @Nullable Instant at) {
            return new Item(of.id(), of.title(), of.instances(), of.gpus(), of.nodeGpus(), of.nvlink(), of.nic(),
                    of.interfaces(), of.pcie(), of.hbm(), of.nvls(), of.fabric(), of.source(), of.values().size(),
                    ProfileText.of(of), keeper, by, at);
        }
    }

    /** @param yaml of all of them, with FILL for what is not known; empty where there are none */
    record Forms(List<ProfileForm> items, String yaml) {}

    /** @param ids of what was added, or changed */
    record Put(List<String> ids) {}
}
