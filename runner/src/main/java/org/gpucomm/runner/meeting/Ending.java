package org.gpucomm.runner.meeting;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Why a meeting is over before its time. The first reason counts. Any thread may call. */
final class Ending {

    private final AtomicReference<@Nullable MeetingException> reason = new AtomicReference<>();
    private final List<Consumer<MeetingException>> listeners = new CopyOnWriteArrayList<>();

    /** Whether this is the first reason. */
    boolean note(MeetingException exception) {
        return reason.compareAndSet(null, exception);
    }

    /** Tells the listeners, who may take their time: aborting a collective takes seconds. */
    void announce() {
        var exception = Objects.requireNonNull(reason.get());
        listeners.forEach(listener -> listener.accept(exception));
    }

    boolean came() {
        return reason.get() != null;
    }

    /** What to throw: a new one each time, so that the stack is that of the call that fails. */
    MeetingException thrown() {
        var first = Objects.requireNonNull(reason.get());
        return new MeetingException(Objects.requireNonNull(first.getMessage()), first.toldHere());
    }

    /** Tells the listener as soon as it comes, at once if it came before. */
    void whenItComes(Consumer<MeetingException> listener) {
        listeners.add(listener);
        var earlier = reason.get();
        // If it comes just now the listener hears it twice, which is better than never.
        if (earlier != null) {
            listener.accept(earlier);
        }
    }
}
