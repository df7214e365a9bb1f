package org.gpucomm.runner.fabric;

import java.util.Arrays;

import org.gpucomm.results.NamedValues;

/**
 * Measurements of a rank in addition to the times of operations.
 *
 * @param openMicros     time to open the endpoints in µs
 * @param registerMicros time to register the memory in µs
 * @param peersMicros    time to add the addresses of the peers in µs
 * @param firstMicros    time from the first post to the completion of the first transfer on every connection in µs; 0 if unknown
 * @param full           number of times the queue of a provider was full in the last batch
 * @param rates          bandwidth of each rail in the last batch in 10⁹ bytes per second
 */
record MeasuredFabric(double openMicros, double registerMicros, double peersMicros, double firstMicros, double full,
        double[] rates) {

    private static final int BEFORE_RATES = 5;

    double[] toDoubles() {
        var all = new double[BEFORE_RATES + rates.length];
        all[0] = openMicros;
        all[1] = registerMicros;
        all[2] = peersMicros;
        all[3] = firstMicros;
        all[4] = full;
        System.arraycopy(rates, 0, all, BEFORE_RATES, rates.length);
        return all;
    }

    static MeasuredFabric of(double[] all) {
        return new MeasuredFabric(all[0], all[1], all[2], all[3], all[4],
                Arrays.copyOfRange(all, BEFORE_RATES, all.length));
    }

    /** Returns the measurements as metrics; bandwidths of rails only if there are several. */
    NamedValues metrics() {
        var metrics = NamedValues.of("open_us", FabricSetup.number(openMicros))
                .with("register_us", FabricSetup.number(registerMicros))
                .with("peers_us", FabricSetup.number(peersMicros));
        if (firstMicros > 0) {
            metrics = metrics.with("first_us", FabricSetup.number(firstMicros));
        }
        if (full > 0) {
            metrics = metrics.with("queue_full", Long.toString((long) full));
        }
        for (int rail = 0; rates.length > 1 && rail < rates.length; rail++) {
            metrics = metrics.with("rail" + rail + "_GBps", FabricSetup.number(rates[rail]));
        }
        return metrics;
    }
}
