package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/** What is known so far of one benchmark section. */
final class Section {

    private final int number;
    private @Nullable Operation operation;
    private String tool = "nccl-tests";
    private @Nullable String toolVersion;
    private @Nullable String ncclVersion;
    private @Nullable Long iterations;
    private final List<String> groups = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private final Set<String> gpus = new LinkedHashSet<>();
    private boolean tableSeen;
    private boolean footerSeen;
    private @Nullable Platform platform;
    private @Nullable Stack stack;

    Section(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    Optional<Operation> operation() {
        return Optional.ofNullable(operation);
    }

    List<Fact> operation(Operation named, String from) {
        if (operation != null) {
            return List.of();
        }
        operation = named;
        return List.of(new Fact("operation", named.id()), new Fact("operation_from", from));
    }

    void tool(String name, String version) {
        tool = name;
        toolVersion = version;
        stack = null;
    }

    void ncclVersion(String version) {
        ncclVersion = version;
        stack = null;
    }

    /** By NCCL itself, in its log: it knows its build, which the banner does not. */
    void ncclVersionSaid(String version) {
        if (!version.equals(ncclVersion)) {
            ncclVersion(version);
        }
    }

    void iterations(long count) {
        iterations = count;
    }

    @Nullable
    Long iterations() {
        return iterations;
    }

    void rank(String group, String host, String gpu) {
        groups.add(group);
        hosts.add(host);
        gpus.add(gpu);
        platform = null;
    }

    void tableBegins() {
        tableSeen = true;
    }

    boolean tableSeen() {
        return tableSeen;
    }

    void footer() {
        footerSeen = true;
    }

    boolean incomplete() {
        return tableSeen && !footerSeen;
    }

    Stack stack() {
        if (stack == null) {
            stack = new Stack(tool, toolVersion, "nccl", ncclVersion);
        }
        return stack;
    }

    /**
     * Ranks are those of the first communicator: with NCCL_TESTS_SPLIT there are several, and n in the bus factor is the
     * size of one.
     */
    Platform platform() {
        if (platform == null) {
            platform = groups.isEmpty() ? Platform.UNKNOWN : ofFirstGroup();
        }
        return platform;
    }

    private Platform ofFirstGroup() {
        var group = groups.getFirst();
        var hostsOfGroup = new LinkedHashSet<String>();
        int ranks = 0;
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).equals(group)) {
                ranks++;
                hostsOfGroup.add(hosts.get(i));
            }
        }
        return new Platform(null, gpus.size() == 1 ? gpus.iterator().next() : null, hostsOfGroup.size(), ranks);
    }
}
