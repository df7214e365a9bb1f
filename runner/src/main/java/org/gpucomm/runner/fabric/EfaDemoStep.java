package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.runner.fabric.FabricTransferMethod.Distribution;
import org.gpucomm.runner.ffi.shim.Requests;

/** Steps by which abcdabcd987/libfabric-efa-demo went from one interface to 97 % of 3200 Gb/s. Each step includes all previous ones. */
enum EfaDemoStep {
    /** One interface per seat, one thread, connections not yet used. */
    ONE_NIC("one-nic"),
    /** All interfaces of the seat. */
    ALL_NICS("all-nics"),
    /** Every connection has carried a transfer before. */
    WARM_UP("warm-up"),
    /** Several threads, which share their counters. */
    THREADS("threads"),
    /** Each thread is pinned to a core of its own. */
    CORE_PINNING("core-pinning"),
    /** Each thread has counters of its own. */
    STATE_SHARDING("state-sharding"),
    /** A thread posts several transfers to an interface before it continues with the next one. */
    BATCH_POSTING("batch-posting"),
    /** A thread polls for completions after a batch, not after each post. */
    LAZY_POSTING("lazy-posting");

    private final String id;

    EfaDemoStep(String id) {
        this.id = id;
    }

    /** Returns the number of the step, from 1. */
    int step() {
        return ordinal() + 1;
    }

    /** Returns the variant of its results, for example {@code all-nics}. */
    String id() {
        return id;
    }

    boolean warm() {
        return this.compareTo(WARM_UP) >= 0;
    }

    /**
     * Returns the transfer method of this step.
     *
     * @param last transfer method of the last step, as given by the options
     */
    FabricTransferMethod of(FabricTransferMethod last) {
        return new FabricTransferMethod(last.device(), this == ONE_NIC ? 1 : last.nics(), Distribution.ROUND_ROBIN,
                compareTo(THREADS) < 0 ? 1 : last.threads(), compareTo(CORE_PINNING) >= 0 && last.pinned(),
                compareTo(THREADS) >= 0 && compareTo(STATE_SHARDING) < 0, last.depth(),
                compareTo(BATCH_POSTING) < 0 ? 1 : last.batch(), compareTo(LAZY_POSTING) >= 0, false, Requests.DIRECT);
    }

    /** Returns the steps that change something, in order up to the transfer method of the last one. */
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
