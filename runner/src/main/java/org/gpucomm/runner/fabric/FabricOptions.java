package org.gpucomm.runner.fabric;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.fabric.FabricTransferMethod.Distribution;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.ffi.shim.Requests;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

/** Family that measures libfabric directly. A seat is a group of network interfaces; no GPU is needed. A picocli mixin. */
public final class FabricOptions implements Family.Options {

    /** Message size of the published steps. */
    private static final String SIZE_ON_LADDER = "64K";

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Option(names = "--provider", paramLabel = "NAME",
            description = "efa, tcp, shm, verbs … as fi_info names them. Default: efa where there is one, else tcp")
    private @Nullable String provider;

    @Option(names = "--seats", paramLabel = "N",
            description = "Sides in this process. Default: 2 if it is alone, else one for each GPU that has interfaces, or 1")
    private @Nullable Integer seats;

    @Option(names = "--nics", paramLabel = "N",
            description = "Interfaces of a seat. Default: all that are its GPU's, or as many as --interface names, or 1")
    private @Nullable Integer nics;

    @Option(names = "--interface", paramLabel = "NAME", split = ",",
            description = "Interfaces to use, as fi_info names the domains; one may be named more than once. "
                    + "Default: the nearest of a GPU, else the loopback on one host and the others between hosts")
    private List<String> interfaces = new ArrayList<>();

    @Option(names = "--memory", paramLabel = "host|device", defaultValue = "host",
            description = "Where messages are: in memory of the host, or of the GPU of a seat. The latter needs a libfabric "
                    + "that was built with CUDA. Default: ${DEFAULT-VALUE}")
    private String memory = "host";

    @Option(names = "--distribute", paramLabel = "split|round_robin", defaultValue = "split",
            description = "Each interface carries a part of every message, or every message goes over one in turn. "
                    + "Default: ${DEFAULT-VALUE}")
    private String distribute = "split";

    @Option(names = {"-t", "--threads"}, paramLabel = "N", defaultValue = "1",
            description = "Threads of a seat that drive its interfaces. Default: ${DEFAULT-VALUE}")
    private int threads;

    @Option(names = "--no-pin", description = "Leaves threads to the scheduler. Otherwise each has a core near the "
            + "interfaces, if there are enough cores for all seats of the host.")
    private boolean unpinned;

    @Option(names = "--depth", paramLabel = "N", defaultValue = "64",
            description = "Transfers in flight on an interface. Default: ${DEFAULT-VALUE}, or what the provider grants")
    private int depth;

    @Option(names = "--batch", paramLabel = "N", defaultValue = "16",
            description = "Transfers posted to an interface before the next one's turn. Default: ${DEFAULT-VALUE}")
    private int batch;

    @Option(names = "--poll-each", description = "Looks for completions after each post, not after a batch.")
    private boolean pollEach;

    @Option(names = "--shared-state", description = "Threads count in common, in one cache line.")
    private boolean shared;

    @Option(names = "--immediate", description = "Each write tells the peer that it has arrived (write).")
    private boolean immediate;

    @Option(names = "--requests", paramLabel = "direct|queue|quiet", defaultValue = "direct",
            description = "Who asks for each write: the thread that drives the interface, or a producer through a queue as "
                    + "threads of a GPU have it, without waiting or waiting for each (write). Default: ${DEFAULT-VALUE}")
    private String requests = "direct";

    @Option(names = "--ladder", paramLabel = "SIZE", arity = "0..1", fallbackValue = SIZE_ON_LADDER,
            description = "Takes these options one by one, from one interface and one thread on, and measures the gain of "
                    + "each (write; 'bench fabric ladder' is the same). SIZE of a message: ${FALLBACK-VALUE} if not given")
    private @Nullable String ladder;

    @Option(names = "--stall", paramLabel = "SECONDS", defaultValue = "20",
            description = "Time without a completion on an interface after which it has failed. Default: ${DEFAULT-VALUE}")
    private int stall;

    @Override
    public List<String> missing(LibrarySearch search) {
        return switch (Fabric.load(search)) {
            case Availability.Absent<Fabric> absent -> List.of(absent.words());
            case Availability.Present<Fabric>(var fabric) -> fabric.domains(null, false).isEmpty()
                    ? List.of("libfabric " + fabric.version() + " offers no interface")
                    : List.of();
        };
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        var method = new FabricTransferMethod(onDevice(),
                nics == null ? Math.max(1, interfaces.size()) : atLeast("--nics", 1, nics),
                distribution(),
                atLeast("--threads", 1, threads), !unpinned, shared, atLeast("--depth", 1, depth),
                atLeast("--batch", 1, batch), !pollEach, immediate, requests());
        refuse(immediate && operation != Operation.WRITE, "--immediate is for write; an alltoall always has it",
                operation);
        refuse(requests() != Requests.DIRECT && (operation != Operation.WRITE || ladder != null),
                "--requests is for write without --ladder", operation);
        refuse(ladder != null && operation != Operation.WRITE, "--ladder is for write", operation);
        refuse(threads > 1 && (operation == Operation.ALLTOALL || operation == Operation.SENDRECV),
                "--threads is for write, read and send", operation);
        refuse(shared && threads == 1, "--shared-state needs --threads of 2 or more", operation);
        return new FabricRequest(operation, protocol, sizes(), provider,
                seats == null ? null : (Integer) atLeast("--seats", 1, seats), nics, interfaces, method, ladder != null,
                Duration.ofSeconds(atLeast("--stall", 1, stall)));
    }

    @Override
    public Optional<Operation> recipe(String word) {
        if (!word.equals("ladder")) {
            return Optional.empty();
        }
        ladder = ladder == null ? SIZE_ON_LADDER : ladder;
        return Optional.of(Operation.WRITE);
    }

    private Sizes sizes() {
        if (ladder == null) {
            return sizes.sizes();
        }
        long size = Sizes.parse(ladder);
        return new Sizes(size, size, 1, 2);
    }

    private boolean onDevice() {
        return switch (memory) {
            case "host" -> false;
            case "device" -> true;
            default -> throw new IllegalArgumentException("--memory must be host or device, was '" + memory + "'");
        };
    }

    private Requests requests() {
        return switch (requests) {
            case "direct" -> Requests.DIRECT;
            case "queue" -> Requests.QUEUED;
            case "quiet" -> Requests.QUIET;
            default -> throw new IllegalArgumentException(
                    "--requests must be direct, queue or quiet, was '" + requests + "'");
        };
    }

    private Distribution distribution() {
        return switch (distribute.replace('-', '_')) {
            case "split" -> Distribution.SPLIT;
            case "round_robin" -> Distribution.ROUND_ROBIN;
            default -> throw new IllegalArgumentException(
                    "--distribute must be split or round_robin, was '" + distribute + "'");
        };
    }

    private static void refuse(boolean wrong, String why, Operation operation) {
        if (wrong) {
            throw new IllegalArgumentException(why + ", not for " + operation.id());
        }
    }
}
