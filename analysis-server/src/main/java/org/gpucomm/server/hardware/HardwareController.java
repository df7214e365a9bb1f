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
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.LimitedBody;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.OwnParameters;
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

/** Endpoints for the hardware profiles of this server, and for those that users add. */
@RestController
@RequestMapping("/api/v1")
class HardwareController {

    private static final int MOST_BYTES = 1 << 20;

    private final OwnProfiles own;
    private final StoredRuns runs;

    HardwareController(OwnProfiles own, StoredRuns runs) {
        this.own = own;
        this.runs = runs;
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

    /** Returns the profiles that users added, in the file format of {@code --hardware}. */
    @GetMapping(path = "/hardware.yaml", produces = "text/yaml")
    String hardwareFile() {
        var added = own.added();
        return added.isEmpty()
                ? "# Nobody has added a hardware profile to this server.\n[]\n"
                : added.stream().map(each -> ProfileText.of(each.profile())).collect(Collectors.joining());
    }

    /** Returns profile forms filled from runs. The request selects runs and uploads by id, and rows by filters. */
    @ConcurrencyLimited
    @OwnParameters
    @GetMapping("/hardware/form")
    Forms hardwareForm(HttpServletRequest request) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var forms = ProfileForm.of(runs.evidence(selection.of(runs), selection.filter()), own.now().profiles());
        return new Forms(forms, forms.stream().map(form -> form.yaml() + "\n").collect(Collectors.joining()));
    }

    /** Adds the profiles in a body of any type. Curl declares the body as a form, so nothing here may read request parameters. */
    @PostMapping("/hardware")
    Put addHardware(HttpServletRequest request) throws IOException {
        List<String> ids;
        try (var body = LimitedBody.of(request.getInputStream(), MOST_BYTES,
                "A file of hardware profiles has at most " + MOST_BYTES + " bytes.")) {
            ids = own.put(new String(body.readAllBytes(), StandardCharsets.UTF_8), Caller.current().name());
        }
        AuditLog.subject(request, "hardware profile " + String.join(", ", ids));
        return new Put(ids);
    }

    @DeleteMapping("/hardware/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeHardware(@PathVariable String id, HttpServletRequest request) {
        if (!own.remove(id)) {
            throw Refused.notFound("No user has added a hardware profile " + id + " to this server.");
        }
        AuditLog.subject(request, "hardware profile " + id);
    }

    /** Owner of a profile: users of the server, the file given at its start, or gpucomm. */
    enum Keeper {
        USERS,
        FILE,
        BUNDLED;

        @JsonValue
        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param items profiles, in the order of precedence @param fabrics names of networks between nodes */
    record Hardware(List<Item> items, List<String> fabrics) {}

    /**
     * Profile; bandwidths are for one direction, in GB/s.
     *
     * @param nic    bandwidth of all interfaces of a node; null = no such network
     * @param fabric empty = not reported
     * @param values number of reference values in the profile
     * @param by     name of a token or of a user; null if no user added it, as for {@code at}
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

    /** @param yaml text of all forms, with FILL for unknown values; empty if there are no forms */
    record Forms(List<ProfileForm> items, String yaml) {}

    /** @param ids ids of the profiles that were added or changed */
    record Put(List<String> ids) {}
}
