package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.runner.fabric.FabricTransferMethod.Distribution;
import org.gpucomm.runner.ffi.shim.Requests;

/**
 * The steps by which abcdabcd987/libfabric-efa-demo went from one interface to 97 % of 3200 Gb/s. Each has everything that the
 * steps before it have.
 */
enum EfaDemoStep {
    /** One interface of one seat's, one thread, connections not yet used. */
    ONE_NIC("one-nic"),
    /** All interfaces. */
    ALL_NICS("all-nics"),
    /** Every connection has carried something before. */
    WARM_UP("warm-up"),
    /** Several threads, which count in common. */
    THREADS("threads"),
    /** Each thread on a core of its own. */
    CORE_PINNING("core-pinning"),
    /** Each thread counts by itself. */
    STATE_SHARDING("state-sharding"),
    /** A thread posts several transfers to an interface before it turns to the next one. */
    BATCH_POSTING("batch-posting"),
    /** A thread looks for completions after a batch, not after each post. */
    LAZY_POSTING("lazy-posting");

    private final String id;

    EfaDemoStep(String id) {
        this.id = id;
    }

    /** Returns 1 for the first. */
    int step() {
        return ordinal() + 1;
    }

    /** Returns the variant of its results: {@code all-nics}. */
    String id() {
        return id;
    }

    boolean warm() {
        return this.compareTo(WARM_UP) >= 0;
    }

    /**
     * Returns the way of this step on the way to the last one.
     *
     * @param last what the options ask for
     */
    FabricTransferMethod of(FabricTransferMethod last) {
        return new FabricTransferMethod(last.device(), this == ONE_NIC ? 1 : last.nics(), Distribution.ROUND_ROBIN,
                compareTo(THREADS) < 0 ? 1 : last.threads(), compareTo(CORE_PINNING) >= 0 && last.pinned(),
                compareTo(THREADS) >= 0 && compareTo(STATE_SHARDING) < 0, last.depth(),
                compareTo(BATCH_POSTING) < 0 ? 1 : last.batch(), compareTo(LAZY_POSTING) >= 0, false, Requests.DIRECT);
    }

    /** Returns all steps that change something on the way to the last one. */
    static List<EfaDemoStep> upTo(FabricTransferMethod last) {
        return List.of(values()).stream().filter(demoStep -> switch (demoStep) {
            case ONE_NIC, WARM_UP, LAZY_POSTING -> true;
            case ALL_NICS -> last.nics() > 1;
            case THREADS, STATE_SHARDING -> last.threads() > 1;
            case CORE_PINNING -> last.threads() > 1 && last.pinned();
            case BATCH_POSTING -> last.batch() > 1;
        }).toList();
    }
}
