package org.gpucomm.server.analysis.stored;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** This class answers that were given last, up to a weight; those used longest ago go first. Safe for threads. */
public final class Recent<K, V> {

    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ToLongFunction<V> weight;
    private final long most;
    private long held;

    /** @param weight of an answer, always the same @param most of all answers together */
    public Recent(ToLongFunction<V> weight, long most) {
        this.weight = weight;
        this.most = most;
    }

    public synchronized Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    public synchronized void put(K key, V value) {
        var replaced = entries.put(key, value);
        held += weight.applyAsLong(value) - (replaced == null ? 0 : weight.applyAsLong(replaced));
        var oldest = entries.entrySet().iterator();
        while (held > most && entries.size() > 1) {
            held -= weight.applyAsLong(oldest.next().getValue());
            oldest.remove();
        }
    }
}
