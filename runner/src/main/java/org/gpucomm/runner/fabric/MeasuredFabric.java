package org.gpucomm.runner.fabric;

import java.util.Arrays;

import org.gpucomm.results.NamedValues;

/**
 * Measurements of a rank besides the time of operations.
 *
 * @param openMicros     to open the endpoints
 * @param registerMicros to register the memory
 * @param peersMicros    to make the peers' addresses known
 * @param firstMicros    from the first post to the completion of the first transfer on every connection
 * @param full           how often a provider had no room in the last batch
 * @param rates          of each rail in the last batch, 10⁹ bytes a second
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

    /** Returns them with their units; the rates of rails where there are several. */
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
