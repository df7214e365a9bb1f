package org.gpucomm.server.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The wrong tokens of each client in the last minute. */
final class WrongTokens {

    static final int MOST_IN_A_MINUTE = 10;
    static final int SECONDS = 60;
    private static final int MOST_CLIENTS = 10_000;

    private final LongSupplier nanoTime;
    private final Map<String, Tries> tries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
            return size() > MOST_CLIENTS;
        }
    };

    WrongTokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Counts one. @return how many it has shown since its first of this minute */
    synchronized int count(String client) {
        var known = tries.get(client);
        if (known == null || !isRecent(known)) {
            known = new Tries(nanoTime.getAsLong());
            tries.put(client, known);
        }
        return ++known.count;
    }

    private boolean isRecent(Tries known) {
        return nanoTime.getAsLong() - known.since < SECONDS * 1_000_000_000L;
    }

    private static final class Tries {

        private final long since;
        private int count;

        private Tries(long since) {
            this.since = since;
        }
    }
}
